# screen_chat__starts_the_history_at_its_end__after_ctrl_c
type first
key Enter
wait 500
type second
key Enter
wait 500
type third
key Enter
wait 500
key Up Up Up
row 23  > first
key Ctrl-C
row 23  >
key Up
row 23  > third
type !
key Ctrl-C
key Up
row 23  > third
key Down
row 23  >
