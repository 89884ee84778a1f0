# screen_demo__ends__while_a_reply_is_held
args --demo=held-back
wait 8000
key Space
wait 1000
see demo paused
key Esc
wait 50
unseen demo paused
unseen STONE
type abc
key Enter
wait 100
see ■ stop  end of the prompt · 3 tokens
