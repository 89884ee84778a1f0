# screen_chat__undoes_a_paste__in_one_step
type abc
paste one\ntwo three\nfour
key Ctrl-_
row 23  > abc
cursor 23 7
paste x
paste y
key Ctrl-_
row 23  > abcx
key Ctrl-_
row 23  > abc
