# screen_chat__keeps__tabs_of_a_paste
paste a\tb\n\tc
row 22  > a       b
row 23            c
key Enter
wait 500
row 2  a       b
row 3          c
row 6  a       b
