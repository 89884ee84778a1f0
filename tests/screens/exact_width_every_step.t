# screen_chat__shows_a_row_once__while_it_fills_the_width
size 20x16
type abcdefghijklmnopqrs tuv
key Enter
wait 165
rows 2 abcdefghijklmnop
wait 10
rows 2 abcdefghijklmnop
wait 10
rows 2 abcdefghijklmnop
wait 10
rows 2 abcdefghijklmnop
wait 500
rows 2 abcdefghijklmnopqr
