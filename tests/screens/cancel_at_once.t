# screen_chat__cancels__in_the_moment_of_sending
bytes abc\x0d\x03
wait 1
see ◼ cancelled  0 tokens
see idle
wait 100
unseen first
