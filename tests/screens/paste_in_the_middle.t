# screen_chat__puts_a_paste__where_the_cursor_is
type ab
key Left
paste 1\n2
row 22  > a1
row 23    2b
cursor 23 5
