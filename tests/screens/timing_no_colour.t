# screen_timing__means__nothing_by_colour_alone
size 120x31
env NO_COLOR=1
args out=replay:@/recordings/stall.jsonl
type hi
key Enter
wait 900
type again
key Enter
wait 900
type /timing
key Enter
colour no
see ◇ #1   replay m
see █ #2   replay m
see ! 1
