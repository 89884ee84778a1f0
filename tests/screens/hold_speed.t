# screen_hold__changes__the_speed_in_the_middle
args --delay 100
type abcdefgh
key Enter
wait 250
type /speed 2
key Enter
wait 24
see speed is 2
row 5  ab
wait 1
row 5  abc
wait 50
row 5  abcd
key F5
wait 5000
type /speed 0.5
key Enter
wait 1
type /resume
key Enter
wait 199
row 5  abcd
wait 1
row 5  abcde
wait 600
see ■ stop  end of the prompt · 8 tokens · ttft 100 ms
type /speed
key Enter
wait 1
see speed is 0.5
type /speed 0
key Enter
wait 1
see speed must be
type xy
key Enter
wait 400
see ■ stop  end of the prompt · 2 tokens · ttft 200 ms
