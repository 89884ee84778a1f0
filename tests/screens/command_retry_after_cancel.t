# command_retry__asks_again__what_was_cancelled
type abcdef
key Enter
wait 35
key Ctrl-C
wait 10
type /retry
key Enter
wait 500
unseen cancelled  3
see ■ stop  end of the prompt · 6 tokens
