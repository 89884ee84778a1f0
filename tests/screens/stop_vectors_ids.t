# screen_chat__stops__as_in_the_stop_vectors_of_ids
size 80x30
args --trace-pane off
# V17
type /stop_token_ids add 10
key Enter
type /new
key Enter
paste one\ntwo
key Enter
wait 1000
row 7  echo
row 8  one
row 9  ■ stop  token id 10 · 4 tokens · ttft 10 ms · 100 tok/s
type /stop_token_ids clear
key Enter
# V18
type /stop_token_ids add 128512
key Enter
type /new
key Enter
type a😀b
key Enter
wait 1000
row 6  echo
row 7  a
row 8  ■ stop  token id 128512 · 2 tokens · ttft 10 ms · 100 tok/s
type /stop_token_ids clear
key Enter
