# screen_chat__keeps_a_message__that_is_sent_while_a_reply_streams
type abcdefghij
key Enter
wait 25
type next one
key Left Left Left
key Enter
see a reply streams: Esc stops it, then Enter sends this
row 23  > next one
wait 500
row 23  > next one
see ■ stop  end of the prompt · 10 tokens
key Enter
wait 500
see ■ stop  end of the prompt · 8 tokens
row 23  >
