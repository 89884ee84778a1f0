# screen_server__cancels__and_asks_again
size 80x40
args out=replay:@/recordings/long_reply.jsonl
type hi
key Enter
wait 350
row 5  word0 word1 word2
key Ctrl-C
row 5  word0 word1 word2
see cancelled
see replay │ idle
wait 5000
unseen word3
type and?
key Enter
wait 2500
see word17 word18 word19
see ■ stop  as the server says · 20 tokens counted
see cancelled
