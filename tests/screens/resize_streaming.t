# screen_chat__wraps_anew__while_a_reply_streams
size 120x40
type The quick brown fox jumps over the lazy dog and runs away from it.
key Enter
wait 200
resize 30x8
cursor 7 4
wait 100
resize 1x1
wait 100
resize 120x40
cursor 39 4
wait 1000
column 71 │
row 6  The quick brown fox jumps over the lazy dog and runs away from it.   │    660.0  usage      66 in, 66 out
see ■ stop
