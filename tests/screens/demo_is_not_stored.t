# screen_demo__stores__nothing
args --demo=max-tokens
wait 12000
see ▲ length
key Esc
wait 50
type /sessions
key Enter
see no conversation is stored yet
