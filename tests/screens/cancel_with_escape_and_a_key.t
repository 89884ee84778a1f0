# screen_chat__takes_escape_and_a_key_at_once__for_alt
type abcdefghijklmn
key Enter
wait 35
bytes \x1bx
wait 60
see streaming
