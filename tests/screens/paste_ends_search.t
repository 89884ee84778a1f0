# screen_chat__ends_a_search__before_a_paste
type apple pie
key Enter
wait 500
key Ctrl-R
type app
paste \nxyz
unseen reverse-i-search
see xyz
key Enter
wait 1000
see ■ stop
