# screen_chat__keeps_the_reading_position__when_the_size_changes
size 80x24
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30
key Enter
wait 2000
key PgUp PgUp PgUp
row 1  l15
resize 120x24
row 2  l15                                                                  │ #1 chat → echo                   119 characters
resize 40x12
row 1  l15
resize 80x24
row 1  l15
see more below
