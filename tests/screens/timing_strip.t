# screen_timing__shows__times_below_the_trace
size 120x31
args out=replay:@/recordings/stall.jsonl
type hi
key Enter
wait 55
unseen timing #
wait 90
# While it streams, and when it is over.
see timing #1, ms
row 21                                                                       │ ▃▃
see p50 20.0  p90 20.0  p99 20.0  max 20.0
see ttft 40.0
unseen stall
wait 700
see p50 20.0  p90 700.0  p99 700.0  max 700.0
see ttft 40.0  ! 1 stall
row 26                                                                       │ 10 ms                  100 ms               1 s
resize 80x24
row 21  ▃▃!▃                            ! 1 stall   p50 20.0  p99 700.0  max 700.0
resize 100x20
see timing #1, ms
see ! 1 stall  p50 20.0  p99 700.0
resize 40x20
row 17  ▃▃!▃
resize 80x15
unseen p50
# A click on it opens the page.
resize 80x24
wait 20
bytes \x1b[<0;20;21M
see timing of #1
