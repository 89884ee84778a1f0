# screen_chat__hangs__blanks_at_the_edge
size 40x12
type abcdefghijklmnopqrstuvwxyz0123456789AB   next
key Enter
wait 1000
key Ctrl-Home
row 2  abcdefghijklmnopqrstuvwxyz0123456789AB
row 3  next
