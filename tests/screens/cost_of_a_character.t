# screen_chat__sends_little__for_a_streamed_character
size 120x31
args --delay 20
type The quick brown fox jumps over the lazy dog and runs away from it.
key Enter
wait 425
mark
wait 20
sent 150
mark
wait 20
sent 150
wait 20
wait 20
mark
wait 20
sent 150
