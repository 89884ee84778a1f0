# screen_chat__quits__with_ctrl_d_on_an_empty_line
type ab
key Ctrl-D
notquit
row 23  > ab
key Home Ctrl-D
row 23  > b
key Ctrl-D
row 23  >
notquit
key Ctrl-D
quit
