# screen_chat__stops__at_a_stop_string
args --stop END
type one END two
key Enter
wait 40
see one
wait 200
row 1  you                                                                   00:00:00
row 2  one END two
row 3
row 4  echo
row 5  one
row 6  ■ stop  matched "END" · 7 tokens · ttft 10 ms · 100 tok/s
look bold stop
see held       "EN" may become "END"
