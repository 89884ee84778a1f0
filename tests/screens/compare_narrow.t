# compare__shows__the_chosen_reply_at_40x10
size 40x10
args --delay 1
type The quick brown fox jumps over the lazy dog, and it jumps over the next, and then over all the others, one by one, until none is left to jump over at all, not even the tired old fox itself.
key Enter
wait 500
type /compare echo echo max_tokens=9
key Enter
wait 500
row 1 ─ compare ─────────── the texts differ ─
row 2  1 echo
see itself.
unseen The quick
row 8  ■ stop                      189 tokens
row 9  2 echo max_tokens=9             length
row 10  Left Right   Enter takes   Esc closes
key Up
wait 20
row 3  The quick brown fox jumps over the
row 7  at all, not even the tired old fox   ▼
unseen itself.
key End
wait 20
see itself.
unseen The quick
key Home
wait 20
row 3  The quick brown fox jumps over the
key PgDn
wait 20
see itself.
key Right
wait 20
row 2  1 echo                            stop
row 3  2 echo max_tokens=9
row 4  The quick
row 9  ▲ length                      9 tokens
