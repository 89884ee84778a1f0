# screen_chat__cancels__while_help_is_open
type abcdefghij
key Enter
wait 35
key F1
key Ctrl-C
wait 1
key q
see ◼ cancelled  3 tokens
