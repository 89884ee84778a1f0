# compare__takes__a_reply_to_a_new_message
size 80x24
args --trace-pane off --compare echo --compare replay:@/recordings/hello.jsonl
type /compare -- one END two
key Enter
wait 500
row 2  1 echo                                 │ 2 replay:hello.jsonl
key Right Enter
wait 50
row 1  you                                                                   00:00:00
row 2  one END two
row 5  Hello
see reply 2 is taken; /engine replay:
unseen 1/2
