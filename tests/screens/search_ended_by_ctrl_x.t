# screen_chat__ends_a_search__with_the_first_key_of_a_sequence
type apple pie
key Enter
wait 500
key Ctrl-R
type app
bytes \x18\x15
unseen reverse-i-search
key Ctrl-C Ctrl-R
bytes a\x18
unseen reverse-i-search
key x
notquit
key Ctrl-C Ctrl-S Ctrl-X Alt-Enter
key Ctrl-R Left
type y
notquit
