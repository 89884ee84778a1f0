# screen_chat__takes_a_paste__that_comes_in_pieces
bytes \x1b[20
bytes 0~on
wait 200
bytes e\xc3
wait 200
bytes \xa9\x0atwo\x1b[2
wait 200
unseen two
bytes 01~!
row 22  > oneé
row 23    two!
