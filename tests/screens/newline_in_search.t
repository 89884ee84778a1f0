# screen_chat__ends_a_search__before_a_new_line
type apple pie
key Enter
wait 500
key Ctrl-R
type app
see reverse-i-search
key Ctrl-J
unseen reverse-i-search
type x
row 22  >
row 23    xapple pie
notquit
