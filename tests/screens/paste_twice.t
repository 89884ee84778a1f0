# screen_chat__joins__two_pastes_in_a_row
bytes \x1b[200~a\x0ab\x1b[201~\x1b[200~c\x0dd\x1b[201~
row 21  > a
row 22    bc
row 23    d
unseen 200~
unseen you
