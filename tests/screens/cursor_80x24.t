# screen_chat__selects__messages
args --delay 0
type one
key Enter
wait 50
type /nonsense
key Enter
type two
key Enter
wait 50
key Alt-Up
see ▸ echo
look reverse ▸
see Alt and: W copy, E edit, A ask again, Z fold, Left Right version   Esc ends
key Alt-Up
see ▸ you
row 8  ▸ you                                                                 00:00:00
# Notices are passed over.
key Alt-Up
row 2  ▸ echo
key Alt-Up Alt-Up Alt-Up
row 1  ▸ you                                                                 00:00:00
key Alt-Down Alt-Down
see ▸ you
key Esc
wait 60
unseen ▸
unseen Alt and
# Behind the last is the line.
key Alt-Up Alt-Down
unseen ▸
# It ends when something is sent.
key Alt-Up
see ▸ echo
type three
key Enter
wait 50
unseen ▸
see three
