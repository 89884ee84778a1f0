# screen_chat__inserts_the_last_word__with_alt_dot
args --delay 0
type one two
key Enter
wait 20
type x
bytes \x1b.
row 23  > xtwo
