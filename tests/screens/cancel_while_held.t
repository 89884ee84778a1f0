# screen_chat__cancels__while_text_is_held_back
size 120x31
args --stop ENDING
type one END two
key Enter
wait 75
row 6  one                                                                  │     50.0  held       "END" may become "ENDING"
key Ctrl-C
wait 1
row 6  one                                                                  │     50.0  held       "END" may becom… not shown
see ◼ cancelled  7 tokens
see 75.0  ◼ cancelled
wait 500
rows 1 END two
type ab
key Enter
wait 500
see ■ stop  end of the prompt · 2 tokens
