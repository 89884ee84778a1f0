# screen_chat__does__what_is_wanted_with_a_message
size 80x30
args --delay 0 --trace-pane off
type one
key Enter
wait 50
type two
key Enter
wait 50
# A reply in the middle is asked for again; what came behind is kept.
key Alt-Up Alt-Up Alt-Up
row 4  ▸ echo
key Alt-W
see copied the reply, 3 bytes
clipboard one
key Alt-A
wait 50
see echo  2/2
unseen two
unseen ▸
key Alt-Left
see echo  1/2
rows 2 two
# The cursor stays where it is when the version goes.
key Alt-Up Alt-Up Alt-Up
row 4  ▸ echo  1/2
key Alt-Right
row 4  ▸ echo  2/2
key Alt-Left
row 4  ▸ echo  1/2
key Alt-Down
see ▸ you
key Alt-Left
see this message has no other version
key Alt-W
clipboard two
key Alt-E
row 29  > two
unseen ▸
type  2
key Enter
wait 50
see you  2/2
rows 2 two 2
