# screen_chat__says_so__below_20x4
size 19x4
see echochat: too small
type hello
key Enter
wait 100
resize 20x3
see echochat: too small
resize 80x24
row 2  hello
row 5  hello
resize 3x3
see ech
resize 1x1
resize 20x4
row 1  hello
row 2  ■ stop
