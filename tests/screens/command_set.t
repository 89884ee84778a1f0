# command_set__shows_and_changes__settings
size 120x31
type /set max_tokens
key Enter
see max_tokens is not set
type /set max_tokens 3
key Enter
see max_tokens is 3
see │ max 3
type abcdef
key Enter
wait 200
see ▲ length  max_tokens 3 reached · 3 tokens
type /set max_tokens 0
key Enter
see max_tokens must be a whole number of tokens, 1 or more; "0" is not
see │ max 3
type /set max-tokens -5
key Enter
see "-5" is not
type /set max_tokens many
key Enter
see "many" is
type /unset max_tokens
key Enter
see │ max -
type /set mx_tokens 3
key Enter
see there is no setting mx_tokens; did you mean max_tokens?
type /set ignore_eos maybe
key Enter
see ignore_eos must be on or off; "maybe" is not
type /set endpoint nowhere
key Enter
see endpoint must be chat or completions; "nowhere" is not
