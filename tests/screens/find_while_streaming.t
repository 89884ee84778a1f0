# screen_find__searches__new_text_as_it_comes
args --delay 100
type abcabc
key Enter
wait 150
key Ctrl-F
type bc
see find bc  1/2
wait 200
see find bc  1/3
wait 100
see find bc  1/3
wait 200
see find bc  1/4
key Enter
key Enter
see 3/4
see ■ stop
key Esc
wait 60
type next one
key Enter
wait 150
key Ctrl-F
type next one
see 1/1
wait 1000
see 1/2
key Esc
wait 60
