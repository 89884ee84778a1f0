# screen_chat__keeps_the_selected_line__while_the_trace_grows
size 120x31
args -v
type abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
key Enter
wait 105
key Alt-T Home
look reverse #1
wait 50
look reverse #1
wait 400
look reverse #1
key Enter
see Request #1
wait 100
see Request #1
key q
look reverse #1
