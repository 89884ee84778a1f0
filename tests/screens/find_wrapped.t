# screen_find__marks__what_is_wrapped_over_rows
size 40x12
env NO_COLOR=1
args --delay 0 --trace-pane off
type aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabcdefgh zz
key Enter
wait 100
key Ctrl-F
type bcdefg
row 12  find bcdefg  1/2            Esc closes
row 2  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabc
cell 2 37 plain
cell 2 38 reverse
cell 2 39 reverse
cell 3 2 reverse
cell 3 5 reverse
cell 3 6 plain
key Enter
see 2/2
row 6  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabc
cell 6 39 reverse
cell 7 5 reverse
cell 3 5 underline
