# screen_small__selects__messages
size 40x10
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
key Alt-Up Alt-Up Alt-Up Alt-Up
row 2  ▸ you                         00:00:00
row 3  two
see more below
row 10  Alt and: W copy, E edit, A ask again,…
key Alt-Up
row 2  ▸ echo
key Alt-Down Alt-Down Alt-Down Alt-Down
see ▸ echo
unseen more below
key Esc
wait 60
unseen ▸
