# screen_large__selects__messages
size 200x60
args --delay 0
type one
key Enter
wait 50
type two
key Enter
wait 50
key Alt-A
wait 50
key Alt-Up Alt-Up Alt-Up
row 5  ▸ echo                                                                                                                       │      0.0  3 tokens                                           itl 0.0 ms
see echo  2/2
key Alt-Down Alt-Down
see ▸ echo  2/2
key Alt-Left
see ▸ echo  1/2
row 60  Alt and: W copy, E edit, A ask again, Z fold, Left Right version   Esc ends
