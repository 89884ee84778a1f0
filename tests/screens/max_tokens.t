# screen_chat__ends_short__at_max_tokens
args --max-tokens 3
type abcdef
key Enter
wait 200
row 5  abc
row 6  ▲ length  max_tokens 3 reached · 3 tokens · ttft 10 ms · 100 tok/s
see 30.0  ▲ length   max_tokens 3 reached
see │ max 3
type ab
key Enter
wait 200
see ■ stop  end of the prompt · 2 tokens
