# screen_chat__keeps_the_cursor_on_the_screen__behind_a_full_row
size 20x10
type 123456789012345
cursor 9 19
type 6
cursor 9 5
row 8  > 123456789012345
row 9    6
key Backspace
cursor 9 19
row 9  > 123456789012345
key Home
cursor 9 4
key Ctrl-K
row 9  >
