# screen_find__is_opened__by_a_command
args --delay 0
type tick tock
key Enter
wait 100
type /find TOCK
key Enter
see find TOCK  no match
key Esc
wait 60
type /find "tock"
key Enter
row 24  find tock  1/2                                n next   N previous   Esc closes
key n
see 2/2
key x
unseen find tock
row 23  > x
key Backspace
type /find
key Enter
row 24  find                                     Enter next   Up previous   Esc closes
key Enter
unseen Esc closes
key Ctrl-F
key Ctrl-F
see find tock  1/2
