# compare__takes__the_chosen_reply_as_another_version
size 80x24
args --trace-pane off
type one END two
key Enter
wait 200
type /compare echo stop=END echo max_tokens=2
key Enter
wait 200
key Enter
wait 50
row 4  echo  2/2
row 5  one
row 6  ■ stop  matched "END" · 7 tokens · ttft 10 ms · 100 tok/s
row 24  reply 1 is taken
key Alt-Left
wait 50
row 4  echo  1/2
row 5  one END two
type again
key Enter
wait 200
see again
row 4  echo  1/2
