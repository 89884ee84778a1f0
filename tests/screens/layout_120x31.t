# screen_chat__is_laid_out__at_120x31
size 120x31
type hi
key Enter
wait 200
row 1  echochat  echo                                                       │ trace
row 2  you                                                         00:00:00 │ #1 chat → echo                     2 characters
row 5  echo                                                                 │     20.0  2 tokens                  itl 10.0 ms
row 7  ■ stop  end of the prompt · 2 tokens · ttft 10 ms · 100 tok/s        │     20.0  ■ stop     end of the prompt
row 30  >
row 31  echo │ idle │ stop - │ max -                                                                        F1 help   F2 trace
column 71 │
rows 29 │
cursor 30 4
