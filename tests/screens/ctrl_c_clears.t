# screen_chat__clears_the_line__with_ctrl_c
type some text
key Ctrl-C
row 23  >
cursor 23 4
unseen Ctrl-D quits
key Ctrl-C
see Ctrl-D quits
notquit
wait 4100
unseen Ctrl-D quits
type ab
key Ctrl-J
type cd
key Ctrl-C
row 23  >
notquit
