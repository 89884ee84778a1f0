# screen_chat__takes_a_paste__while_it_searches_the_history
type apple
key Enter
wait 500
key Ctrl-R
type a
paste pie
key Ctrl-C
type b
row 23  > b
notquit
