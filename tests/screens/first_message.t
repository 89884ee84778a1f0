# screen_chat__sends__the_prompt_of_the_command_line
args -p hello
wait 500
row 2  hello
see ■ stop  end of the prompt · 5 tokens
