# screen_chat__has_colours__when_no_color_is_empty
env NO_COLOR=
type hi
key Enter
wait 200
colour yes
