# screen_demo__goes_on__where_it_was_paused
args --demo=held-back
wait 8000
row 5  Is a
key Space
wait 60000
row 5  Is a
key Space
wait 1
row 5  Is a
wait 600
row 5  Is a STON
wait 10000
see ■ stop  matched "STOP"
see itl 300.0 ms
