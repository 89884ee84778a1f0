# screen_chat__quits__with_ctrl_d_in_vi_mode
inputrc set editing-mode vi
type ab
key Ctrl-D
notquit
key Ctrl-C
key Ctrl-D
quit
