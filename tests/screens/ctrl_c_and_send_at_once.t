# screen_chat__keeps_the_message__that_comes_with_ctrl_c
type abcdef
key Enter
wait 25
bytes \x03xy\x0d
wait 500
see ◼ cancelled
see xy
notquit
