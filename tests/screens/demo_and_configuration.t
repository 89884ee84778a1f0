# screen_demo__begins__with_the_defaults_whatever_the_file_says
demo own.demo
config stop = c
config theme = mono
config [keys]
config Ctrl-T = trace
type abc
key Enter
wait 100
see matched "c"
type /demo own
key Enter
wait 7000
see demo own
see ▲ length  max_tokens 3 reached
colour no
key Ctrl-T
wait 1
unseen ─ trace
key q
see stop "c"
type abc
key Enter
wait 100
rows 2 ■ stop  matched "c"
