# command__sends__what_begins_with_two_slashes
type //help me
key Enter
wait 500
row 2  /help me
row 5  /help me
see ■ stop  end of the prompt · 8 tokens
