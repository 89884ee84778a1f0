# screen_chat__completes_nothing__in_a_message
type hello wo
key Tab
row 23  > hello wo
cursor 23 12
unseen more
