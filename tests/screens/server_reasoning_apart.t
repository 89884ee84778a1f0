# screen_server__shows__reasoning_apart_from_the_answer
args out=replay:@/recordings/reasoning.jsonl
type 2 and 2?
key Enter
wait 30
row 5  reasoning
row 6  Two and two.
look bold replay
wait 100
row 4  replay  m
row 5  reasoning
row 6  Two and two.
row 7
row 8  It is 4.
row 9  ■ stop  as the server says · 4 tokens counted · ttft 20 ms · 100 tok/s
see first      "Two and"
