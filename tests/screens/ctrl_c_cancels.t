# screen_chat__cancels__with_ctrl_c_and_keeps_what_came
type abcdefghij
key Enter
wait 35
key Ctrl-C
wait 1
row 5  abc
see ◼ cancelled  3 tokens
wait 1000
row 5  abc
notquit
