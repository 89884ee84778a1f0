# screen_chat__keeps_the_completions_in_place__when_the_size_changes
size 120x31
type /
key Tab
see /copy
resize 40x10
row 9  > /
see /copy
resize 20x4
row 3  > /
see more
resize 120x31
row 30  > /
key Backspace
unseen /copy
rows 29 │
column 71 │
