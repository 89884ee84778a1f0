# screen_chat__does_not_lose_its_way__when_help_is_pasted_into
key F1
paste some text\n
key Enter
row 23  >
unseen you
