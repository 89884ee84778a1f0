# screen_chat__shows_a_row_once__that_fills_the_width
size 40x14
paste abcdefghijklmnopqrstuvwxyz0123456789AB\nabcdefghijklmnopqrstuvwxyz0123456789漢\n
key Enter
wait 380
rows 2 789AB
wait 1000
row 2  abcdefghijklmnopqrstuvwxyz0123456789AB
row 3  abcdefghijklmnopqrstuvwxyz0123456789漢
row 4
row 5  echo
row 6  abcdefghijklmnopqrstuvwxyz0123456789AB
row 7  abcdefghijklmnopqrstuvwxyz0123456789漢
row 8  ■ stop  end of the prompt · 77 tokens
rows 2 789AB
