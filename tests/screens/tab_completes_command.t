# screen_chat__completes__a_command
type /he
key Tab
row 23  > /help
cursor 23 10
type max_t
key Tab
row 23  > /help max_tokens
key Enter
see max_tokens: the reply ends after that many tokens
