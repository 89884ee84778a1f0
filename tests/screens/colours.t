# screen_chat__has_colours__where_there_are_some
type hi
key Enter
wait 200
colour yes
