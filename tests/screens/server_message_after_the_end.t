# screen_server__ends_the_reading__at_a_new_message
args out=replay:@/recordings/late_text.jsonl
type hi
key Enter
wait 100
type bye
key Enter
wait 1000
row 5  Hello
row 6  ■ stop  as the server says · 2 tokens counted · ttft 20 ms · 100 tok/s
row 9  bye
row 12  Good day
unseen again
unseen anomal
