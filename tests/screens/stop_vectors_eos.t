# screen_chat__stops__as_in_the_stop_vectors_of_eos
size 80x30
args --trace-pane off
# V19
type /eos add <|im_end|>
key Enter
type /new
key Enter
type hi<|im_end|>there
key Enter
wait 1000
row 6  echo
row 7  hi
row 8  ■ stop  end of sequence "<|im_end|>" · 12 tokens · ttft 10 ms · 100 tok/s
type /eos clear
key Enter
# V20
type /eos add <|im_end|>
key Enter
type /set ignore_eos true
key Enter
type /new
key Enter
type hi<|im_end|>there
key Enter
wait 1000
row 6  echo
row 7  hi<|im_end|>there
row 8  ■ stop  end of the prompt · 17 tokens · ttft 10 ms · 100 tok/s
type /eos clear
key Enter
type /unset ignore_eos
key Enter
# V21
type /new
key Enter
type hi<|im_end|>there
key Enter
wait 1000
row 6  echo
row 7  hi<|im_end|>there
row 8  ■ stop  end of the prompt · 17 tokens · ttft 10 ms · 100 tok/s
