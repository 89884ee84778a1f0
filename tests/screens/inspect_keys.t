# screen_inspect__closes__by_its_keys
args --stop END --delay 20
type aEN and more
key Enter
key F4
see stop inspector
# A key of the line goes there.
type x
unseen stop inspector
row 23  > x
key F4
see streams
key Esc
wait 60
unseen stop inspector
key F4
# Ctrl-C stops the reply first.
key Ctrl-C
wait 20
see cancelled
see stop inspector
see never sent   "EN"  2 characters
see default      "aEN and more"
unseen string kept
key Ctrl-C
unseen stop inspector
key F1
see Keys
key F4
see stop inspector
key F4
unseen stop inspector
row 23  > x
