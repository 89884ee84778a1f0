# screen_chat__ignores__keys_it_does_not_know
bytes \x1b[18~\x1b[23;2~\x1b[I\x1b[O\x1b[?1;2c\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[57;5u\x1bOR\x1bOS\x1b[2~
type ab
row 23  > ab
key Left
type c
row 23  > acb
bytes \x1b[1;5D\x1b[1;5P
type d
row 23  > dacb
notquit
