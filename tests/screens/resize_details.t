# screen_chat__wraps_anew__while_details_are_open
size 120x40
type hi
key Enter
wait 100
key Alt-T Enter
see Request #1
resize 30x8
see Request #1
resize 1x1
resize 20x4
resize 120x40
see Request #1
key Esc
wait 60
unseen Request #1
