# screen_find__forgets__messages_that_are_dropped
args --delay 10
type dust
key Enter
wait 100
type dust too
key Enter
wait 200
type /find dust
key Enter
key N
see find dust  4/4 from the end
key x
key Backspace
type /undo
key Enter
type /find dust
key Enter
see find dust  1/2
key n
see find dust  2/2
