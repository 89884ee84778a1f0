# screen_chat__keeps_cursor_and_text_together__in_lines_of_many_rows
size 40x24
type The quick brown fox jumps over the lazy dog and runs away from it to
row 22  > The quick brown fox jumps over the
row 23    lazy dog and runs away from it to
key Home
cursor 22 4
key End
cursor 23 37
