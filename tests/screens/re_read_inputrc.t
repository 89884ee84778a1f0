# screen_chat__survives__reading_inputrc_anew
inputrc set bell-style visible
bytes \x18\x12
type abc
row 23  > abc
key Tab Tab Ctrl-G
never \x07
