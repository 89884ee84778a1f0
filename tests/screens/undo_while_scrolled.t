# command_undo__leaves_a_full_screen__when_scrolled_up
args --delay 0
paste l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8
key Enter
wait 20
paste l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8
key Enter
wait 20
key PgUp
type /undo
key Enter
see l8
type /undo
key Enter
unseen l8
unseen more below
