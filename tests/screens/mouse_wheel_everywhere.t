# screen_mouse__scrolls__what_is_open
size 80x24
key F1
see Keys
bytes \x1b[<65;10;5M\x1b[<65;10;5M
unseen Keys
bytes \x1b[<64;10;5M\x1b[<64;10;5M
see Keys
key Esc
wait 60
type one\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\ntwo
key Enter
wait 3000
key Ctrl-F
type one
see find one  2/2
see one
bytes \x1b[<65;10;2M\x1b[<65;10;2M\x1b[<65;10;2M\x1b[<65;10;2M
see find one  2/2
see ■ stop
rows 1 one
key Enter
see find one  1/2 from the top
rows 2 one
