# screen_mouse__is_left__to_the_terminal
size 80x24
see >
mark
type /set mouse off
key Enter
see mouse is off
told \x1b[?1006l\x1b[?1002l\x1b[?1000l
type /unset mouse
key Enter
see mouse is on
told \x1b[?1000h\x1b[?1002h\x1b[?1006h
type /trace size 30
key Enter
