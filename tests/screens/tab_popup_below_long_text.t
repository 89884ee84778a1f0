# screen_chat__lists_completions__above_a_text_of_many_rows
size 40x10
type /set max_tokens 1234567890123456789012345678901234567890
key Ctrl-A
type /s
key Tab
cursor 7 6
row 7  > /s/set max_tokens
see tokens
key Esc
wait 60
unseen /stop_token
