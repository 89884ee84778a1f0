# screen_chat__cancels__before_the_first_token
args --delay 1000
type abc
key Enter
wait 500
key Ctrl-C
wait 1
see ◼ cancelled  0 tokens
see 500.0  ◼ cancelled
see idle
wait 5000
unseen first
type xy
key Enter
wait 2500
see ■ stop  end of the prompt · 2 tokens
