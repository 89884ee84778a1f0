# screen_trace__jumps__to_text_that_was_held_back
size 120x31
args --stop END --delay 10
type /trace level 1
key Enter
type aENbEND
key Enter
wait 25
# It is held back yet.
key Alt-T Alt-J
see what came with this line is not shown: it was held back
wait 300
key Up
look reverse 20.0  token      "E"
key Alt-J
cell 8 2 plain
cell 8 3 reverse
cell 8 4 plain
key Down Down
look reverse 30.0  token      "EN"
key Alt-J
cell 8 3 plain
cell 8 4 reverse
cell 8 5 plain
# What was cut off is in no reply.
key Down Down Down Down Down
look reverse 60.0  token
key Alt-J
see what came with this line is not shown
