# command_new__begins__a_conversation
type hi
key Enter
wait 500
type /new
key Enter
row 1  a new conversation
unseen you
type ab
key Enter
wait 15
type /new
key Enter
see a reply streams: Esc stops it
row 23  > /new
