# screen_chat__begins_a_new_line__with_alt_enter_and_shift_enter
type one
key Alt-Enter
type two
bytes \x1b[13;2u
type three
bytes \x1b[27;2;13~
type four
row 20  > one
row 21    two
row 22    three
row 23    four
unseen you
