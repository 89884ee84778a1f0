# screen_chat__keeps_the_completions__while_a_reply_streams
type abcdefghijklmnop
key Enter
wait 25
type /
key Tab
see /copy
wait 50
see /copy
row 23  > /
see streaming
wait 1000
see /copy
key Esc
wait 60
unseen /copy
see ■ stop  end of the prompt · 16 tokens
