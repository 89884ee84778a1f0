# screen_server__keeps__text_that_comes_after_the_end
args out=replay:@/recordings/late_text.jsonl
type hi
key Enter
wait 100
row 5  Hello
row 6  ■ stop  as the server says · 2 tokens counted · ttft 20 ms · 100 tok/s
see replay │ idle
wait 500
row 5  Hello again
see ■ stop  as the server says · ! 1 anomaly · 2 tokens counted · ttft 20 ms
see ! content-after-finish
