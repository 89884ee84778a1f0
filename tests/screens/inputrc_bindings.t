# screen_chat__honours__bindings_of_inputrc
inputrc "\C-xh": "hello world"
inputrc "\e[18~": "five"
inputrc Control-t: kill-whole-line
inputrc $if echochat
inputrc "\C-xe": "for echochat only"
inputrc $endif
bytes \x18h
row 23  > hello world
key Ctrl-T
row 23  >
bytes \x1b[18~
row 23  > five
key Ctrl-T
bytes \x18e
row 23  > for echochat only
