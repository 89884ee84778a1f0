# screen_chat__takes_a_paste__with_crlf_line_ends
paste one\r\ntwo\r\n\r\nthree
row 20  > one
row 21    two
row 22
row 23    three
unseen ^M
unseen you
