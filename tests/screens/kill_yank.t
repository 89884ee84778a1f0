# screen_chat__kills_and_yanks
type one two three
key Ctrl-W
row 23  > one two
key Left Right
key Ctrl-U
row 23  >
cursor 23 4
key Ctrl-Y
row 23  > one two
bytes \x1by
row 23  > three
key Ctrl-A Ctrl-K Ctrl-Y Ctrl-Y
row 23  > threethree
bytes \x1bb
cursor 23 4
key Right Ctrl-T
row 23  > htreethree
