# screen_chat__sends_no_paste__that_ends_in_a_newline
paste one\n
row 22  > one
row 23
cursor 23 4
unseen you
key Enter
wait 500
row 2  one
see ■ stop  end of the prompt · 4 tokens
