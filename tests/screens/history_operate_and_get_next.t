# screen_chat__sends_an_entry_and_gets_the_next__by_inputrc
# Ctrl-O, where readline has it, is our own.
inputrc "\C-xo": operate-and-get-next
args --delay 0
type a1
key Enter
wait 20
type b2
key Enter
wait 20
type c3
key Enter
wait 20
key Up Up Up
row 23  > a1
bytes \x18o
wait 20
row 23  > b2
