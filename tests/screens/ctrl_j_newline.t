# screen_chat__begins_a_new_line__with_ctrl_j
type one
key Ctrl-J
type two
row 22  > one
row 23    two
cursor 23 7
unseen you
key Enter
wait 1000
row 2  one
row 3  two
row 6  one
row 7  two
see ■ stop  end of the prompt · 7 tokens
