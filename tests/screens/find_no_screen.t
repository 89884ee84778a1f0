# screen_find__survives__screens_that_are_too_small
size 20x4
args --delay 0
type abc
key Enter
wait 100
key Ctrl-F
type b
row 4  find b  2/2
cursor 4 8
resize 10x2
type c
resize 80x24
see find bc  2/2
resize 20x4
see find bc
key Esc
wait 60
