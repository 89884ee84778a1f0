# screen_chat__keeps__the_help_over_a_reply_that_streams
type abcdefghij
key Enter
wait 35
key F1
see sends the message
wait 40
see sends the message
see more below
key End
wait 20
see the colours of the screen
unseen sends the message
unseen abcdef
key q
see abcdefgh
unseen the colours of the screen
wait 200
see abcdefghij
