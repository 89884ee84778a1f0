# screen_hold__holds__a_replay
size 120x31
args out=replay:@/recordings/long_reply.jsonl
type hi
key Enter
wait 230
key F5
wait 60000
row 6  word0 word1                                                          │    210.0  2 tokens                 itl 100.0 ms
see next 83 bytes in 80.0 ms   no limit
key F6
wait 79
unseen word2
wait 1
see word0 word1 word2
wait 1000
see paused before token 4
unseen word3
type /speed 10
key Enter
type /resume
key Enter
wait 9
unseen word3
wait 1
see word3
wait 200
see ■ stop
see 310.0  resumed    after 61.0 s
