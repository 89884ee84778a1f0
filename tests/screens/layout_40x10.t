# screen_chat__is_laid_out__at_40x10
size 40x10
type hi
key Enter
wait 200
row 1  you                           00:00:00
row 2  hi
row 3
row 4  echo
row 5  hi
row 6  ■ stop  end of the prompt · 2 tokens
row 8 ────────────────────────────────────────
row 9  >
cursor 9 4
