# command_undo__drops__the_last_turn
type first
key Enter
wait 500
type second
key Enter
wait 500
rows 2 second
type /undo
key Enter
rows 0 second
row 2  first
row 5  first
type /undo
key Enter
row 1
row 2
row 5
type /undo
key Enter
see there is no turn to drop
