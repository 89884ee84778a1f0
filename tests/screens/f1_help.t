# screen_chat__shows_help__with_f1
key F1
see Keys
see more below
key End
see idle_timeout
see keep conversations on disk
unseen more below
key Home
see Ctrl-J           a new line in the message
key q
unseen Ctrl-J  
key F1 F1
unseen Ctrl-J  
row 23  >
cursor 23 4
