# screen_timing__walks__through_all_that_are_kept
size 80x24
args --delay 10
type a1
key Enter
wait 100
type a2
key Enter
wait 100
type a3
key Enter
wait 100
type a4
key Enter
wait 100
type a5
key Enter
wait 100
type a6
key Enter
wait 100
type a7
key Enter
wait 100
type a8
key Enter
wait 100
type a9
key Enter
wait 100
type a10
key Enter
wait 100
type /timing
key Enter
see timing of #10
see 8 of 10 replies
unseen #2 
see #3 
key Home
see timing of #1
see #8 
unseen #9 
key Down
see timing of #2
key End Up
see timing of #9
see #3 
