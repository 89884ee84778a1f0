# screen_chat__is_laid_out__at_80x24
type hi
key Enter
wait 200
row 1  you                                                                   00:00:00
row 2  hi
row 3
row 4  echo
row 5  hi
row 6  ■ stop  end of the prompt · 2 tokens · ttft 10 ms · 100 tok/s
row 14 ─ trace ────────────────────────────────────────────────────────────────────────
row 15  #1 chat → echo                                                    2 characters
row 23  >
row 24  echo │ idle │ stop - │ max -                                F1 help   F2 trace
cursor 23 4
