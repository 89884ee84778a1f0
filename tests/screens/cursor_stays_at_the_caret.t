# screen_chat__keeps_the_cursor__at_the_caret_in_every_frame
size 120x31
type abcdefghijklmnop
key Enter
wait 5
cursor 30 4
wait 16
cursor 30 4
type xyz
key Left
cursor 30 6
wait 16
cursor 30 6
wait 16
cursor 30 6
wait 16
cursor 30 6
key Ctrl-J
wait 16
cursor 30 4
wait 16
cursor 30 4
wait 500
cursor 30 4
