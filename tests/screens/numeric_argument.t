# screen_chat__repeats__with_a_numeric_argument
bytes \x1b5
type x
row 23  > xxxxx
bytes \x1b3\x7f
row 23  > xx
bytes \x1b4
key Esc
wait 60
type y
row 23  > xxy
