# screen_chat__wraps__at_words
size 40x12
type The quick brown fox jumps over the lazy dog and abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
key Enter
wait 2000
key Ctrl-Home
row 1  you                           00:00:00
row 2  The quick brown fox jumps over the
row 3  lazy dog and
row 4  abcdefghijklmnopqrstuvwxyzabcdefghijkl
row 5  mnopqrstuvwxyz
