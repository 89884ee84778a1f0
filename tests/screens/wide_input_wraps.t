# screen_chat__wraps__wide_text_in_the_line
size 20x10
type 漢字漢字漢字漢字
row 8  > 漢字漢字漢字漢
row 9    字
cursor 9 6
key Left Left
cursor 8 16
key Up
row 8  > 漢字漢字漢字漢
