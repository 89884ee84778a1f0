# screen_chat__takes_a_paste__while_a_reply_streams
type abcdefghij
key Enter
wait 25
paste one\r\ntwo\n
wait 20
row 21  > one
row 22    two
row 23
cursor 23 4
see streaming
wait 500
see ■ stop  end of the prompt · 10 tokens
unseen one two
rows 1 two
