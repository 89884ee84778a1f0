# screen_demo__waits__for_the_reply_to_end
type a long message
key Enter
wait 20
type /demo stop
key Enter
see a reply streams: Esc stops it, then Enter sends this
row 23  > /demo stop
unseen demo stop │
