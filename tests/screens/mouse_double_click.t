# screen_mouse__opens__a_line_that_is_clicked_twice
size 120x31
type hi
key Enter
wait 100
bytes \x1b[<0;90;4M\x1b[<0;90;4m
wait 500
bytes \x1b[<0;90;4M\x1b[<0;90;4m
unseen event    first
wait 200
bytes \x1b[<0;90;4M\x1b[<0;90;4m
see event    first
bytes \x1b[<0;90;4M\x1b[<0;90;4m
see event    first
key Esc
wait 60
bytes \x1b[<0;90;4M\x1b[<0;90;4m\x1b[<0;90;5M\x1b[<0;90;5m
unseen event    first
