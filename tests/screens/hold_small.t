# screen_hold__leaves_the_line__on_the_smallest_screens
size 40x10
args --stop ENDING
type one END two
key Enter
wait 65
key F5
wait 1
see paused
see next "D"   held back "E
see > 
resize 20x4
wait 20
see paused
row 3  >
resize 80x24
wait 20
see next "D"   held back "EN", may become "ENDING"
key F5
wait 100
see ■ stop
