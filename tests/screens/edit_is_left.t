# screen_chat__leaves_a_message_as_it_is__by_ctrl_c_or_an_empty_line
args --delay 0
type one
key Enter
wait 50
key Alt-E
row 23  > one
see Enter sends a new version
key Ctrl-C
row 23  >
unseen Enter sends a new version
type two
key Enter
wait 50
unseen 2/2
see one
key Alt-E
row 23  > two
key Ctrl-A Ctrl-K Enter
unseen Enter sends a new version
type three
key Enter
wait 50
unseen 2/2
# What is in the line is not lost.
type draft
key Alt-E
row 23  > draft
see the line is not empty; Ctrl-C clears it
