# screen_chat__selects__what_can_be_seen_first
size 80x12
args --delay 0 --trace-pane off
type one
key Enter
wait 50
type two
key Enter
wait 50
type three
key Enter
wait 50
type four
key Enter
wait 50
key Ctrl-Home
key Alt-Up
row 8  ▸ you                                                                 00:00:00
row 1  you                                                                   00:00:00
key Alt-Down
see ▸ echo
key Ctrl-End Esc
wait 60
key Alt-Up
see ▸ echo
see four
