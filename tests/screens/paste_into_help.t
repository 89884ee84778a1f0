# screen_chat__leaves_help__when_something_is_pasted
key F1
paste some text\n
row 22  > some text
row 23
cursor 23 4
unseen you
