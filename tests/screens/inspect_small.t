# screen_inspect__fits__a_small_screen
size 40x10
args --stop END
type EN END
key Enter
wait 200
key F4
see stop   "END"
see matched at 4
see more below
key End
see none         "EN END"
resize 20x4
see stop inspector
resize 100x30
see Verdict
