# command_retry__asks__again
type /retry
key Enter
see there is no message to ask again
type abc
key Enter
wait 500
see abc
type /set max_tokens 2
key Enter
type /retry
key Enter
wait 500
see ▲ length  max_tokens 2 reached
unseen end of the prompt ·
rows 1 ▲ length  max_tokens 2 reached · 2 tokens
