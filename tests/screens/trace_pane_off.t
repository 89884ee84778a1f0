# screen_chat__starts_without_a_trace__when_told
size 120x31
args --trace-pane off
type hi
key Enter
wait 200
unseen #1
key F2
see #1
