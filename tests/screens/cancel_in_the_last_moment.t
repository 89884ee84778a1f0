# screen_chat__cancels__just_before_the_last_character
type abc
key Enter
wait 29.9
key Ctrl-C
wait 0.2
see ◼ cancelled  2 tokens
unseen ■ stop
row 5  ab
