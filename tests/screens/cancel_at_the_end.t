# screen_chat__cancels_nothing__when_the_reply_is_over
type abc
key Enter
wait 30
see ■ stop  end of the prompt
key Ctrl-C
wait 1
see Ctrl-D quits
see ■ stop  end of the prompt
unseen cancelled
key Esc
wait 60
unseen cancelled
notquit
