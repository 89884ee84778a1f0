# screen_chat__walks__through_an_entry_of_two_lines
type one
key Enter
wait 500
type l1
key Ctrl-J
type l2
key Enter
wait 500
key Up
row 22  > l1
row 23    l2
key Up
key Up
row 23  > one
key Down
row 22  > l1
row 23    l2
key Enter
wait 500
see ■ stop  end of the prompt · 5 tokens
