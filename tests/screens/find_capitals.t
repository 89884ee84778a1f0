# screen_find__tells_capitals__only_when_some_are_typed
args --delay 0
type Fish fish FISH
key Enter
wait 100
key Ctrl-F
type fish
see 1/6
key Backspace Backspace Backspace Backspace
type F
see 1/4
type i
see 1/2
type X
see no match
key Ctrl-U
row 24  find                                     Enter next   Up previous   Esc closes
type two FISH
key Ctrl-W Ctrl-W
type FISH
see find FISH  1/2
