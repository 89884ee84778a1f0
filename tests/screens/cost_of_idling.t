# screen_chat__sends_nothing__when_nothing_happens
size 120x31
type hi
key Enter
wait 500
mark
wait 60000
sent 0
