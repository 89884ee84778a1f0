# screen_chat__shows_controls__in_the_name_of_the_model_and_in_stops
size 120x31
bytes /model x\x16\x1b
wait 60
bytes ]0;t\x16\x07y
key Enter
see the model is x^[]0;t^Gy
bytes /stop add \x16\x1b
wait 60
bytes ]52\x16\x07
key Enter
see stop is "\x1b]52\x07"
type hi
key Enter
wait 500
see ■ stop
column 71 │
bytes /\x16\x1b
wait 60
bytes ]0;foo
key Enter
see there is no command /^[]0;foo
bytes /system \x16\x1b
wait 60
bytes ]0;sys
key Enter
see ^[]0;sys
key Alt-T Home Down Enter
see Request #1
never \x1b]
never \x07
