# screen_chat__scrolls__with_the_wheel_while_a_reply_streams
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30\nl31\nl32\nl33\nl34\nl35\nl36\nl37\nl38\nl39\nl40
key Enter
wait 1200
row 13  l30
bytes \x1b[<64;10;5M
row 13  l27
wait 100
row 13  l27
bytes \x1b[<65;10;5M\x1b[<65;10;5M\x1b[<65;10;5M\x1b[<65;10;5M
wait 40
unseen more below
see streaming
