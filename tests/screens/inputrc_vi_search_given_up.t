# screen_chat__survives__a_search_of_vi_that_is_given_up
leaks
inputrc set editing-mode vi
key Ctrl-J
key Enter
bytes \x1b-\x1b5\x1b[<64;5;5M
type /retry
paste xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
key Ctrl-N
key Ctrl-U
key Enter
bytes \x1b[<64;90;5M\x1b<
key Ctrl-P
key Enter
notquit
