# screen_chat__cancels__in_the_moment_of_sending
type abc
key Enter Ctrl-C
wait 1
see ◼ cancelled  0 tokens
see idle
wait 100
unseen first
