# screen_chat__shows_help__with_f1
key F1
see Keys
see more below
key End
see theme
see the colours of the screen
unseen more below
key Home
see Ctrl-J           a new line in the message
key q
unseen Ctrl-J  
key F1 F1
unseen Ctrl-J  
row 23  >
cursor 23 4
