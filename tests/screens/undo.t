# screen_chat__undoes__edits
type hello
key Ctrl-W
row 23  >
key Ctrl-_
row 23  > hello
key Ctrl-A Ctrl-K
row 23  >
key Ctrl-_
row 23  > hello
