# command_stop_token_ids__changes__the_tokens
type /stop_token_ids add 98
key Enter
see stop_token_ids is 98
see ids 98
type abc
key Enter
wait 500
see ■ stop  token id 98 · 2 tokens
type /stop_token_ids add x
key Enter
see "x" is not
type /stop_token_ids del 98
key Enter
see stop_token_ids is not set
