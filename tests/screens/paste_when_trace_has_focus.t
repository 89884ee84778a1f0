# screen_chat__pastes_into_the_line__when_the_trace_has_the_focus
size 120x31
type hi
key Enter
wait 100
key Alt-T
paste some text
row 30  > some text
look bold echochat
