# screen_chat__sends_little__for_a_streamed_character
size 120x31
args --delay 20
type The quick brown fox jumps over the lazy dog and runs away from it.
key Enter
wait 425
mark
wait 20
sent 160
# Five of them, and once the times below the trace.
mark
wait 100
sent 620
wait 40
mark
wait 20
sent 160
