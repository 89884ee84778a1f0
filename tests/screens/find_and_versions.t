# screen_find__looks_again__when_another_version_is_shown
args --delay 0 --trace-pane off
type one needle
key Enter
wait 50
type other needle
key Enter
wait 50
type /edit 1
key Enter
type  bis
key Enter
wait 50
key Ctrl-F
type needle
wait 50
see 2/2
key Alt-Left
wait 50
see /4
unseen bis
key Esc
wait 60
# What is folded is unfolded where a match is.
type a\nb
key Ctrl-J
type c
key Ctrl-J
type d
key Ctrl-J
type e
key Ctrl-J
type last
key Enter
wait 50
key Alt-Up Alt-Z
see more rows
key Esc
wait 60
key Ctrl-F
type last
wait 50
key Enter
wait 50
unseen more rows
