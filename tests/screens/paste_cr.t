# screen_chat__takes_a_paste__with_cr_line_ends
paste one\rtwo\r
row 21  > one
row 22    two
row 23
cursor 23 4
unseen you
