# screen_server__cuts__a_stop_string_that_the_server_let_through
args out=replay:@/recordings/stop_leaked.jsonl
type hi
key Enter
wait 25
row 5  one
see held       "E" may become "END"
wait 100
row 5  one
unseen END two
see ■ stop  matched "END", which the server let through · ! 1 anomaly
see matched    "END"  cut
see ! stop-string-leaked "END"
