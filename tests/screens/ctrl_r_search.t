# screen_chat__searches__the_history
type apple pie
key Enter
wait 500
type banana
key Enter
wait 500
type cherry
key Enter
wait 500
key Ctrl-R
see (reverse-i-search)
type app
see (reverse-i-search)`app': apple pie
key Enter
wait 500
row 23  >
row 8  you                                                                   00:00:01
row 9  apple pie
row 12  apple pie
