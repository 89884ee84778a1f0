# screen_chat__remembers_once__what_is_sent_twice
type same
key Enter
wait 500
key Up Enter
wait 500
type x
key Enter
wait 500
key Up Up
row 23  > same
key Up
row 23  > same
