# screen_chat__echoes__empty_lines
paste \n\n
key Enter
wait 200
see ■ stop  end of the prompt · 2 tokens
