# screen_break__is__a_key_of_the_configuration_file
args --max-tokens 3
config break = at 2
config break = on finish
config [keys]
config Ctrl-T = pause
config Ctrl-Y = step
type abcd
key Enter
wait 1000
see paused before token 2
key Ctrl-Y
wait 1000
see paused before token 3
key Ctrl-T
wait 1000
see paused before the end
key Ctrl-T
wait 1
see ▲ length
