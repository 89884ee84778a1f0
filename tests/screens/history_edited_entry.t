# screen_chat__keeps_the_history__when_an_entry_is_changed_and_sent
type first
key Enter
wait 500
type second
key Enter
wait 500
key Up Up
type !
row 23  > first!
key Enter
wait 500
key Up
row 23  > first!
key Up
row 23  > second
key Up
row 23  > first
