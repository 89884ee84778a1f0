# screen_timing__shows__replies_beside_each_other
size 80x24
args --delay 10
type /timing
key Enter
see no reply has come yet
type abcdefghij
key Enter
wait 200
type /engine replay:@/recordings/stall.jsonl
key Enter
type hi
key Enter
wait 60
type /timing
key Enter
see timing of #2
see replay streams m
wait 900
unseen streams
see time before each token, after the request (logarithmic)
see 0.25 s
see ! 
row 21    reply                       tokens  ttft ms     p50     p99      max  stalls
row 22  ◇ #1   echo                       10     10.0    10.0    10.0     10.0       -
row 23  █ #2   replay m                    5     40.0    20.0   700.0    700.0     ! 1
row 24  Esc closes   Up Down choose a reply
key Up
see timing of #1
row 22  █ #1   echo                       10     10.0    10.0    10.0     10.0       -
row 23  ▲ #2   replay m                    5     40.0    20.0   700.0    700.0     ! 1
key Up
see timing of #1
key End
see timing of #2
resize 200x60
see timing of #2
see tok/s
see p90
resize 40x12
see timing of #2
resize 20x4
see timing
resize 80x24
# What is typed is for the line.
type qmore
unseen timing of
row 23  > more
