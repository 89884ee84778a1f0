# screen_find__stays_there__or_goes_back
size 80x12
args --delay 0 --trace-pane off
type needle
key Enter
wait 100
type b\nc\nd\ne\nf\ng\nh\ni
key Ctrl-J
type j
key Enter
wait 100
unseen needle
key Ctrl-F
type needle
see 2/2
row 4  needle
see more below
key Ctrl-G
unseen needle
unseen more below
unseen find
key Ctrl-F
type needle
row 4  needle
key Esc
wait 60
row 4  needle
see more below
key Ctrl-End
key Ctrl-F
type j
see 2/2
key Esc
wait 60
type still at the end
key Enter
wait 100
unseen more below
key Ctrl-F
type zzz
see no match
key Ctrl-C
unseen find
