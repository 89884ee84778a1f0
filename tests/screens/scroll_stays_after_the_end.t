# screen_chat__stays_where_the_reader_is__when_the_reply_ends
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20
key Enter
wait 600
key PgUp
row 13  l03
wait 3000
row 13  l03
see idle
see ▼ more below
key Ctrl-End
see ■ stop  e
unseen more below
