# screen_chat__wraps__wide_text_where_the_next_does_not_fit
size 21x16
type 漢字漢字漢字漢字漢字漢字
key Enter
wait 500
row 2  漢字漢字漢字漢字漢
row 3  字漢字
row 6  漢字漢字漢字漢字漢
row 7  字漢字
