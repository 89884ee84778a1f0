# screen_chat__sends__what_is_shown
size 220x40
args --delay 0
type one
key Enter
wait 50
type two
key Enter
wait 50
type /edit 1
key Enter
type  bis
key Enter
wait 50
key Alt-Left
type three
key Enter
wait 50
key Alt-T Up Up Up Up
key Enter
rows 3 "role": "user"
see "content": "one"
see "content": "two"
see "content": "three"
unseen bis
