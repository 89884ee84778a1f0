# screen_chat__cancels__while_the_trace_has_the_focus
size 120x31
type abcdefghij
key Enter
wait 35
key Alt-T
look bold trace
key Ctrl-C
wait 1
see ◼ cancelled  3 tokens
