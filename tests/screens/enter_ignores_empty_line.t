# screen_chat__sends_nothing__from_an_empty_line
key Enter Enter
wait 100
unseen you
unseen stop  
see idle
notquit
