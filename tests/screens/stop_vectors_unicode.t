# screen_chat__stops__as_in_the_stop_vectors_of_unicode
size 80x30
args --trace-pane off
# V12
type /stop add —
key Enter
type /new
key Enter
type naïve—fin
key Enter
wait 1000
row 6  echo
row 7  naïve
row 8  ■ stop  matched "—" · 6 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V13
type /stop add \\n\\n
key Enter
type /new
key Enter
paste l1\n\nl2
key Enter
wait 1000
row 8  echo
row 9  l1
row 10  ■ stop  matched "\n\n" · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V26
type /stop add 。
key Enter
type /new
key Enter
type 漢字。終
key Enter
wait 1000
row 6  echo
row 7  漢字
row 8  ■ stop  matched "。" · 3 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
