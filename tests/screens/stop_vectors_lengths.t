# screen_chat__stops__as_in_the_stop_vectors_of_lengths
size 80x30
args --trace-pane off
# V7
type /stop add X
key Enter
type /set min_tokens 2
key Enter
type /new
key Enter
type aXbXc
key Enter
wait 1000
row 6  echo
row 7  aXb
row 8  ■ stop  matched "X" · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
type /unset min_tokens
key Enter
# V8
type /stop add X
key Enter
type /set min_tokens 3
key Enter
type /new
key Enter
type aXbXc
key Enter
wait 1000
row 6  echo
row 7  aXb
row 8  ■ stop  matched "X" · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
type /unset min_tokens
key Enter
# V9
type /stop add X
key Enter
type /set max_tokens 3
key Enter
type /new
key Enter
type abX rest
key Enter
wait 1000
row 6  echo
row 7  ab
row 8  ■ stop  matched "X" · 3 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
type /unset max_tokens
key Enter
# V10
type /stop add </s>
key Enter
type /set max_tokens 4
key Enter
type /new
key Enter
type ab</s>
key Enter
wait 1000
row 6  echo
row 7  ab</
row 8  ▲ length  max_tokens 4 reached · 4 tokens · ttft 10 ms · 100 tok/s
type /stop clear
key Enter
type /unset max_tokens
key Enter
# V14
type /set max_tokens 3
key Enter
type /new
key Enter
type abcdef
key Enter
wait 1000
row 6  echo
row 7  abc
row 8  ▲ length  max_tokens 3 reached · 3 tokens · ttft 10 ms · 100 tok/s
type /unset max_tokens
key Enter
# V15
type /set max_tokens 3
key Enter
type /new
key Enter
type abc
key Enter
wait 1000
row 6  echo
row 7  abc
row 8  ▲ length  max_tokens 3 reached · 3 tokens · ttft 10 ms · 100 tok/s
type /unset max_tokens
key Enter
# V16
type /set max_tokens 4
key Enter
type /new
key Enter
type abc
key Enter
wait 1000
row 6  echo
row 7  abc
row 8  ■ stop  end of the prompt · 3 tokens · ttft 10 ms · 100 tok/s
type /unset max_tokens
key Enter
