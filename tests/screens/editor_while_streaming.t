# screen_chat__goes_on__after_an_editor_while_a_reply_streams
env VISUAL=true
type abcdefghij
key Enter
wait 25
type foo
bytes \x18\x05
wait 500
row 23  > foo
see ■ stop  end of the prompt · 10 tokens
