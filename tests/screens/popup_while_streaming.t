# screen_chat__keeps_the_completions__while_a_reply_streams
type abcdefghijklmnop
key Enter
wait 25
type /
key Tab
see /help
wait 50
see /help
row 23  > /
see streaming
wait 1000
see /help
key Esc
wait 60
unseen /help
see ■ stop  end of the prompt · 16 tokens
