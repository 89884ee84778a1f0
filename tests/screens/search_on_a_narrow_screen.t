# screen_chat__searches__on_the_smallest_screen
size 20x4
type apple pie
key Enter
wait 500
key Ctrl-R
type ap
see apple
key Enter
wait 500
row 3  >
