# compare__shows__endings_of_all_kinds_at_200x60
size 200x60
type Hello
key Enter
wait 200
type /compare echo replay:@/recordings/cut_off.jsonl replay:@/recordings/failed_429.jsonl replay:@/recordings/length.jsonl
key Enter
wait 2000
row 2  1 echo                                           │ 2 replay:cut_off.jsonl                          │ 3 replay:failed_429.jsonl                       │ 4 replay:length.jsonl
row 3  Hello                                            │ Hello                                           │ 429: the queue is full (asks to wait 7 s)       │ Hello
row 52  ■ stop                                  5 tokens │ ✖ cut off                              2 tokens │ ✖ failed                                        │ ▲ length                               2 tokens
row 53  end of the prompt                                │ host:8000 closed the connection before the end… │ 429: the queue is full (asks to wait 7 s)       │ max_tokens 2 reached
row 54                                                   │ same text                                       │ no text                                         │ same text
see ttft 10 ms        50 ms
see ttft 20 ms        40 ms
look plain Hello
resize 80x24
wait 20
row 2  1 echo
row 19 ─ timelines ────────────────────────────────────────────────────────────────────
unseen 3 replay:failed_429.jsonl    │
