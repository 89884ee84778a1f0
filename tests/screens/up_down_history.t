# screen_chat__moves__in_the_text_then_in_the_history
type first
key Enter
wait 500
type second
key Enter
wait 500
type a
key Ctrl-J
type bcd
cursor 23 7
key Up
cursor 22 5
key Up
row 23  > second
key Up
row 23  > first
key Up
row 23  > first
key Down
row 23  > second
key Down
row 22  > a
row 23    bcd
