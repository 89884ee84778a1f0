# screen_chat__uncovers__what_completions_were_drawn_over
size 120x31
type hello
key Enter
wait 500
type /
key Tab
see /copy
rows 21 │
key Esc
wait 60
unseen /copy
row 30  > /
rows 29 │
column 71 │
