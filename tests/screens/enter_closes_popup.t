# screen_chat__closes_the_completions__with_enter
type /s
key Tab
see /system
key Backspace
unseen /system
type quit
key Tab Enter
quit
