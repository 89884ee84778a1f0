# screen_find__looks_in__the_trace_that_has_the_focus
size 200x60
env NO_COLOR=1
type token
key Enter
wait 100
key Alt-T
key Ctrl-F
type to
see find to  1/3
cell 3 154 reverse
look underline tokens
key Enter
see 2/3
key Alt-T
see find to  1/5
cell 3 2 reverse
key Alt-T
see find to  1/3
key Enter
key Esc
wait 60
look bold trace
look reverse 50.0  5 tokens
key Enter
see event    5 tokens
key Esc
wait 60
key Ctrl-F
type 5 tok
see find 5 tok  1/1
look reverse 5 tokens
key F2 F2
see find 5 tok  1/1
