# screen_server__answers__with_the_first_of_two_choices
args out=replay:@/recordings/two_choices.jsonl
type hi
key Enter
wait 30
see choice     1 "Good day"
wait 100
row 5  Hello
see choice     1 length
row 6  ■ stop  as the server says · 1 token counted · ttft 20 ms
unseen anomal
