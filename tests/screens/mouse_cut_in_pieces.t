# screen_mouse__never_types__what_it_reports
size 80x24
bytes \x1b
wait 60
bytes [<64;10;5M
wait 60
bytes \x1b[
wait 60
bytes <0;10;5M
wait 60
bytes \x1b[<0;1
wait 500
bytes 0;5
wait 500
bytes m
type x
row 23  > x
key Ctrl-F
bytes \x1b[
wait 60
bytes <64;10;5M
bytes \x1b[<65;10
wait 60
bytes ;5M
type find
row 24  find find  no match                      Enter next   Up previous   Esc closes
