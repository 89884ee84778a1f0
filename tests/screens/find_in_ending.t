# screen_find__finds__how_a_reply_ended
env NO_COLOR=1
args --max-tokens 3
type abcdef
key Enter
wait 100
key Ctrl-F
type length
see 1/1
look reverse length
key Ctrl-U
type 3 TOK
see no match
key Backspace Backspace Backspace
type tok
see 1/1
look reverse 3 tokens
resize 40x10
see find 3 tok  no match
