# screen_chat__cuts_a_hint__on_the_smallest_screen
size 20x4
key Ctrl-C
see Ctrl-D quits
type abcdefgh
key Enter
wait 15
type x
key Enter
row 4  a reply streams: …
