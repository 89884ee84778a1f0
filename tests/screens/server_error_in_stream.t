# screen_server__says__that_an_error_came_in_the_stream
args out=replay:@/recordings/error_in_stream.jsonl
type hi
key Enter
wait 100
row 5  Hello
row 6  ✖ failed  out of memory · ! 1 anomaly · 2 tokens counted · ttft 20 ms
see ! error-in-stream
