# screen_chat__keeps_cursor_and_text_together__with_tabs
paste a\tb\tc
cursor 23 21
key Left
cursor 23 20
key Left Left
cursor 23 12
key Backspace
row 23  > ab      c
cursor 23 5
