# screen_server__counts__as_the_server_does_when_it_says
args out=replay:@/recordings/usage.jsonl
type hi
key Enter
wait 40
row 6  ■ stop  as the server says · 2 tokens counted · ttft 20 ms · 100 tok/s
wait 20
row 6  ■ stop  as the server says · 42 tokens · ttft 20 ms · 100 tok/s
see usage      9 in, 42 out
