# screen_chat__survives__control_keys
bytes a\x00b\x1c\x1d\x1e\x1fc
notquit
see a
key Ctrl-C
row 23  >
type x
row 23  > x
