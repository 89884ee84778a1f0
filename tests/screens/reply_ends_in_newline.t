# screen_chat__adds_no_row__for_a_newline_at_the_end
paste ab\n
key Enter
wait 200
row 2  ab
row 3
row 4  echo
row 5  ab
row 6  ■ stop  end of the prompt · 3 tokens · ttft 10 ms · 100 tok/s
