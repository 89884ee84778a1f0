# screen_server__plays__at_the_speed_that_is_set
args --speed 2 out=replay:@/recordings/long_reply.jsonl
type hi
key Enter
wait 1000
see word18
unseen ■ stop
wait 15
see ■ stop
see 20 tokens counted · ttft 55 ms · 20 tok/s
see itl 50.0 ms
type /set delay 0
key Enter
type again
key Enter
wait 0
rows 2 word19
