# screen_chat__sends__with_enter
type hello
row 23  > hello
cursor 23 9
key Enter
row 23  >
cursor 23 4
row 2  hello
see streaming
wait 1000
row 5  hello
see ■ stop  end of the prompt · 5 tokens
see idle
