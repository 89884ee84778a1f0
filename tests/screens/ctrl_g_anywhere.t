# screen_chat__survives__ctrl_g
key Ctrl-G
type abc
key Ctrl-G
row 23  > abc
key Ctrl-R Ctrl-G
row 23  > abc
key Ctrl-X Ctrl-G
bytes \x1b5\x07
key Ctrl-V Ctrl-G
row 23  > abc^G
type d
row 23  > abc^Gd
notquit
