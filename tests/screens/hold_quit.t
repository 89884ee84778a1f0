# screen_hold__can_be_left
config break = at 2
type one two
key Enter
wait 1000
see paused before token 2
type /quit
key Enter
quit
