# screen_chat__wraps_anew__when_the_size_changes
size 120x40
type The quick brown fox jumps over the lazy dog and runs away from it.
key Enter
wait 1000
column 71 │
type draft
resize 30x8
row 1  echo
row 2  The quick brown fox jumps
row 3  over the lazy dog and runs
row 4  away from it.
row 5  ■ stop  end of the prompt
row 6
row 7  > draft
cursor 7 9
resize 1x1
resize 120x40
row 3  The quick brown fox jumps over the lazy dog and runs away from it.   │      0.0  request    no stop conditions
column 71 │
row 39  > draft
cursor 39 9
