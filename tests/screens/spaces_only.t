# screen_chat__sends__blanks
type    
key Enter
wait 200
see ■ stop
