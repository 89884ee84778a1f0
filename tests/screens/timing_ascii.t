# screen_timing__draws__in_ascii
size 80x24
locale ascii
args out=replay:@/recordings/stall.jsonl
type hi
key Enter
wait 900
row 21  --!-                            ! 1 stall   p50 20.0  p99 700.0  max 700.0
type /timing
key Enter
see timing of #1
see %
key Esc
wait 60
unseen timing of
