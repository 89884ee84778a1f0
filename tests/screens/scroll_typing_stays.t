# screen_chat__stays_where_the_reader_is__while_one_types
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30
key Enter
wait 2000
key Ctrl-Home
row 2  l01
type some text
row 2  l01
paste a\nb\nc
row 2  l01
see more below
