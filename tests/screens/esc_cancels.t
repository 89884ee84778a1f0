# screen_chat__cancels__with_escape
type abcdefghij
key Enter
wait 35
row 5  abc
key Esc
wait 60
see ◼ cancelled
wait 1000
rows 2 ◼ cancelled
see idle
