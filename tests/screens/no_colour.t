# screen_chat__loses_nothing__without_colours
size 120x31
env NO_COLOR=1
args --stop END
type one END two
key Enter
wait 55
look bold you
look underline held
look reverse streaming
wait 200
colour no
see ■ stop  matched "END"
look bold ■ stop
look bold matched  
type abcdefgh
key Enter
wait 25
key Ctrl-C
wait 1
look bold ◼ cancelled
type /set max_tokens 2
key Enter
type abc
key Enter
wait 100
look bold ▲ length
type /nonsense
key Enter
look bold there is no command
bytes a\x16\x07
look reverse ^G
key Ctrl-U
key Alt-T
look bold trace
look reverse 20.0  ▲
colour no
