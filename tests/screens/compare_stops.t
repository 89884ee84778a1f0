# compare__stops__what_streams_and_keeps_what_came
size 80x24
args --trace-pane off
type one END two
key Enter
wait 200
type /compare echo max_tokens=2 echo delay=1000
key Enter
wait 1500
key Right Enter
wait 30
row 1 ─ compare ───────────────────────────────────────────────────── 1 of 2 streams ─
row 18  ▲ length                      2 tokens │ ▸ streams                     1 token
row 24  this reply streams; Ctrl-C stops it
key Ctrl-C
wait 30
row 18  ▲ length                      2 tokens │ ◼ cancelled                   1 token
row 20  differs at character 2                 │
row 24  Left Right choose   Enter takes its reply   Esc closes
key Enter
wait 30
row 4  echo  2/2
row 5  o
row 6  ◼ cancelled  1 token · ttft 1000 ms
