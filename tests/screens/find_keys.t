# screen_find__lets_through__what_is_not_for_it
args --delay 0
type hello
key Enter
wait 100
key Ctrl-F
paste hel\nlo
see find hel  1/2
key Tab Home End Left
bytes \x1b[1;5C
see find hel  1/2
key F1
see Keys
key Esc
wait 60
see find hel  1/2
key Enter
type nx
unseen find hel
row 23  > x
key Ctrl-F
type hel
key Enter
paste pasted
row 23  > xpasted
key Ctrl-F
type hel
key Enter
key Left
type y
row 23  > xpasteyd
key Ctrl-F
type hel
key Enter
key /
type o
see find o  2/6
key Enter
key Backspace
type ell
see find ell  2/2
key Ctrl-F
see 1/2 from the top
key Esc
wait 60
row 23  > xpasteyd
