# screen_chat__follows__after_the_last_page_was_reached_by_hand
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30\nl31\nl32\nl33\nl34\nl35\nl36\nl37\nl38\nl39\nl40
key Enter
wait 800
key PgUp
key PgDn
wait 400
unseen more below
row 13  l30
