# screen_find__walks__from_match_to_match
args --delay 0
env NO_COLOR=1
type one fish two fish
key Enter
wait 100
type red Fish blue fish
key Enter
wait 100
type a draft
key Ctrl-F
row 24  find                                     Enter next   Up previous   Esc closes
cursor 24 7
row 23  > a draft
type fi
row 24  find fi  1/8                             Enter next   Up previous   Esc closes
cursor 24 9
cell 2 6 reverse
cell 2 7 reverse
cell 2 8 plain
cell 2 15 underline
cell 9 6 underline
key Enter
row 24  find fi  2/8                                  n next   N previous   Esc closes
cell 2 6 underline
cell 2 15 reverse
key n n
see 4/8
key N
see 3/8
cell 5 6 reverse
key Up Up
see 1/8
key Up
see 8/8 from the end
cell 12 16 reverse
key Down
see 1/8 from the top
key Down
see 2/8
unseen from the
bytes \x1b[13;2u
see 1/8
key Esc
wait 60
unseen find fi
cell 2 6 plain
row 23  > a draft
cursor 23 11
key Enter
wait 100
see ■ stop
see a draft
