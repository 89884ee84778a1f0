# screen_chat__keeps_the_line__when_a_reply_is_cancelled
type abcdefghij
key Enter
wait 35
type my next question
key Ctrl-C
wait 1
see ◼ cancelled
row 23  > my next question
key Enter
wait 40
type and more
key Esc
wait 60
row 23  > and more
