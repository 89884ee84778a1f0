# screen_chat__joins__a_mark_that_comes_later
args --delay 100
type e\u{301}x
key Enter
wait 150
row 5  e
wait 100
row 5  é
wait 500
row 5  éx
