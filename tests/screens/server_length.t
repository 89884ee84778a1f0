# screen_server__says__that_a_limit_was_reached
args out=replay:@/recordings/length.jsonl
type hi
key Enter
wait 100
row 5  Hello
row 6  ▲ length  max_tokens 2 reached · 2 tokens counted · ttft 20 ms · 100 tok/s
