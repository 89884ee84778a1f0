# screen_chat__takes_a_paste__as_one_block
paste one\ntwo\nthree
row 21  > one
row 22    two
row 23    three
cursor 23 9
unseen you
wait 1000
unseen you
key Up
cursor 22 7
type !
row 22    two!
key Enter
wait 1000
row 3  two!
see ■ stop  end of the prompt · 14 tokens
