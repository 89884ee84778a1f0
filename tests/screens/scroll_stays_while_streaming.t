# screen_chat__stays_where_the_reader_is__while_a_reply_streams
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30\nl31\nl32\nl33\nl34\nl35\nl36\nl37\nl38\nl39\nl40
key Enter
wait 1200
row 13  l30
unseen more below
key PgUp
row 1  l06
row 13  l18
see ▼ more below
wait 100
row 1  l06
row 13  l18
see streaming
see ▼ more below
cursor 23 4
key PgDn PgDn
row 12  l32
wait 120
row 12  l35
see streaming
wait 1000
see ■ stop
