# screen_chat__knows__delete_home_and_end_of_any_terminal
type abc
key Home Delete
row 23  > bc
cursor 23 4
bytes \x1b[4~
cursor 23 6
bytes \x1b[1~
cursor 23 4
bytes \x1bOF
cursor 23 6
bytes \x1b[7~\x1b[8~
cursor 23 6
bytes \x1bOH
cursor 23 4
