# screen_chat__takes__a_character_that_comes_byte_by_byte
bytes a\xe6
cursor 23 5
bytes \xbc
bytes \xa2b
row 23  > a漢b
cursor 23 8
key Backspace Backspace
row 23  > a
