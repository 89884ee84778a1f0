# screen_chat__keeps_a_pasted_message__that_is_sent_while_a_reply_streams
type abcdefghij
key Enter
wait 25
paste l1\nl2
key Enter
row 22  > l1
row 23    l2
cursor 23 6
