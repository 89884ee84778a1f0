# screen_chat__folds__a_message
size 40x24
args --delay 0 --trace-pane off
type a\nb\nc
key Ctrl-J
type d\ne\nf
key Enter
wait 50
key Alt-Z
see Alt+Up selects the message to fold
key Alt-Up Alt-Z
row 9  ▸ echo
row 12  c
row 13  … 3 more rows (Alt+Z)
row 14  ■ stop  end of the prompt · 11 tokens
key Alt-Up Alt-Z
rows 2 … 3 more rows
key Alt-Z Alt-Down Alt-Z
unseen more rows
# One row more would not be hidden by the row that says so.
type a\nb
key Ctrl-J
type c\nd
key Enter
wait 50
key Alt-Up Alt-Z
unseen more rows
