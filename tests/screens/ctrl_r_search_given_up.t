# screen_chat__gives_a_search_up__with_escape_and_ctrl_c
type apple pie
key Enter
wait 500
key Ctrl-R
type app
see apple pie
key Esc
wait 60
unseen reverse-i-search
key Ctrl-U
key Ctrl-R
type zzz
see failed reverse-i-search
key Ctrl-C
unseen reverse-i-search
row 23  >
cursor 23 4
type x
row 23  > x
notquit
