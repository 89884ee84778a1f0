# command_edit__keeps__the_message_and_its_replies
size 80x40
args --delay 0
type /edit
key Enter
see there is no message to edit
type one
key Enter
wait 50
type two
key Enter
wait 50
type /edit 1
key Enter
row 39  > one
see Enter sends a new version of the message
type  more
key Enter
wait 50
see you  2/2
rows 2 one more
unseen two
key Alt-Left
see you  1/2
rows 2 two
unseen more
# What is said now is behind the version that is shown.
type three
key Enter
wait 50
see three
key Alt-Right
see you  2/2
unseen three
key Alt-Left
rows 2 three
