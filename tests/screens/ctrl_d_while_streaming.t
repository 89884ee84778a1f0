# screen_chat__quits__with_ctrl_d_while_a_reply_streams
type abcdefghij
key Enter
wait 35
key Ctrl-D
quit
