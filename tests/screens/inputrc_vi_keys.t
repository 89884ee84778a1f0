# screen_chat__edits__in_vi_mode
inputrc set editing-mode vi
type one two three
key Esc
wait 60
key b d w
row 23  > one two
key u
row 23  > one two three
key 0 c w
type 1
key Esc
wait 60
row 23  > 1 two three
key Delete
row 23  >  two three
bytes \x1b[18~
row 23  >  two three
key k j A
type !
key Enter
wait 1000
see ■ stop
key Esc
wait 60
key k
row 23  >  two three!
key / t w
key Enter
row 23  >  two three!
