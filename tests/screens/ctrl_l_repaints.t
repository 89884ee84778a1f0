# screen_chat__draws_the_screen_anew__with_ctrl_l
type hello
key Enter
wait 200
bytes \x0c
row 5  hello
see ■ stop
row 23  >
cursor 23 4
