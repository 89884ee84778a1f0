# screen_chat__closes_help__with_ctrl_c_and_keeps_the_line
type draft
key F1
see sends the message
key Ctrl-C
unseen sends the message
row 23  > draft
