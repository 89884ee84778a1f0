# command_set__works__while_a_reply_streams
type abcdefghij
key Enter
wait 25
type /set max_tokens 5
key Enter
see max_tokens is 5
wait 500
see abcdefghij
see ■ stop  end of the prompt · 10 tokens
