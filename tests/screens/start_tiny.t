# screen_chat__starts__on_a_screen_of_one_cell
size 1x1
type hi
key Enter
wait 100
key F1 F2 Alt-T
key Tab Up
resize 80x24
key Esc
wait 60
see ■ stop
