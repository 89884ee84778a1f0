# screen_demo__goes_on__on_a_screen_of_another_size
args --demo=stop
wait 1000
resize 120x31
row 29  A stop string ends the reply before its first match.
see demo stop
resize 40x10
row 7  A stop string ends the reply before
row 8  its first match.
row 10  demo stop │ echo   n next   Esc leaves
resize 20x4
row 3  >
row 4  demo stop │ echo
resize 10x2
see echochat
wait 15000
resize 80x24
see ■ stop  matched "END"
see demo stop
key Esc
wait 50
unseen demo stop
