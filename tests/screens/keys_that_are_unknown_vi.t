# screen_chat__ignores__keys_it_does_not_know_in_vi_mode
inputrc set editing-mode vi
bytes \x1b[18~\x1b[23;2~\x1bOR
type ab
row 23  > ab
key Left
type c
row 23  > acb
bytes \x1b[3~
row 23  > ac
