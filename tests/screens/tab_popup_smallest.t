# screen_chat__lists_completions__on_the_smallest_screen
size 20x4
type /
key Tab
row 3  > /
cursor 3 5
see more
key Esc
wait 60
unseen more
row 3  > /
