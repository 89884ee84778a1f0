# screen_mouse__is_never_asked_for__when_it_is_off
args --mouse off
type hi
key Enter
wait 100
see ■ stop
never \x1b[?1000h
type /set mouse on
key Enter
see mouse is on
told \x1b[?1000h\x1b[?1002h\x1b[?1006h
