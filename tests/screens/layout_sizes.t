# screen_chat__survives__any_size
type hi there
key Enter
wait 500
type draft text
resize 21x4
cursor 3 14
resize 20x5
resize 20x6
resize 60x4
resize 60x12
resize 100x4
resize 100x5
cursor 4 14
resize 100x10
cursor 9 14
resize 300x100
row 99  > draft text
resize 2x300
resize 300x2
resize 500x4
row 3  > draft text
