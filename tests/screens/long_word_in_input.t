# screen_chat__shows_the_row_of_the_cursor__in_a_long_text
size 20x10
type aaaaaaaaaaaaaaa
type bbbbbbbbbbbbbbb
type ccccccccccccccc
type ddddddddddddddd
row 7    bbbbbbbbbbbbbbb
row 9    ddddddddddddddd
cursor 9 19
key Home
row 7  > aaaaaaaaaaaaaaa
cursor 7 4
key Down Down Down
cursor 9 4
row 9    ddddddddddddddd
key Ctrl-U
row 9  > ddddddddddddddd
