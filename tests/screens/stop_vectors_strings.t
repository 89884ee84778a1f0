# screen_chat__stops__as_in_the_stop_vectors_of_strings
size 80x30
args --trace-pane off
# V1
type /stop add lo w
key Enter
type /new
key Enter
type hello world
key Enter
wait 1000
row 6  echo
row 7  hel
row 8  ■ stop  matched "lo w" · 7 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V1i
type /stop add lo w
key Enter
type /set include_stop_str_in_output true
key Enter
type /new
key Enter
type hello world
key Enter
wait 1000
row 6  echo
row 7  hello w
row 8  ■ stop  matched "lo w" · 7 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
type /unset include_stop_str_in_output
key Enter
# V2
type /stop add b
key Enter
type /stop add ab
key Enter
type /new
key Enter
type xaby
key Enter
wait 1000
row 6  echo
row 7  x
row 8  ■ stop  matched "ab" · 3 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V4
type /stop add </s>
key Enter
type /new
key Enter
type a</sx>b
key Enter
wait 1000
row 6  echo
row 7  a</sx>b
row 8  ■ stop  end of the prompt · 7 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V5
type /stop add </s>
key Enter
type /new
key Enter
type say </s
key Enter
wait 1000
row 6  echo
row 7  say </s
row 8  ■ stop  end of the prompt · 7 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V6
type /stop add abac
key Enter
type /new
key Enter
type ababac!
key Enter
wait 1000
row 6  echo
row 7  ab
row 8  ■ stop  matched "abac" · 6 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V11
type /stop add X
key Enter
type /new
key Enter
type Xabc
key Enter
wait 1000
row 6  echo
row 7  ■ stop  matched "X" · 1 token · ttft 10 ms
type /stop clear
key Enter
# V23
type /stop add aab
key Enter
type /new
key Enter
type aab
key Enter
wait 1000
row 6  echo
row 7  ■ stop  matched "aab" · 3 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V24
type /stop add aab
key Enter
type /new
key Enter
type aaab
key Enter
wait 1000
row 6  echo
row 7  a
row 8  ■ stop  matched "aab" · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
# V25
type /stop add abcd
key Enter
type /stop add bc
key Enter
type /new
key Enter
type xabcy
key Enter
wait 1000
row 6  echo
row 7  xa
row 8  ■ stop  matched "bc" · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
