# screen_chat__runs__a_macro_of_inputrc_that_sends
inputrc "\C-xs": "hello\C-m"
bytes \x18s
wait 500
row 2  hello
see ■ stop  end of the prompt · 5 tokens
row 23  >
