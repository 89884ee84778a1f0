# screen_chat__keeps_the_cursor_on_the_screen__behind_many_blanks
size 20x10
type a                              
see > a
type b
see b
key Enter
wait 1000
see ■ stop
