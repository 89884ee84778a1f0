# screen_inspect__explains__a_stop_string_that_leaked
args out=replay:@/recordings/stop_leaked.jsonl --stop END
type hi
key Enter
wait 25
key F4
see stop   "END"          █░░          1 of 3
see reply        "one "
see held back    "E"
wait 200
see stop   "END"          ███          3 of 3    matched at 5
see stop  matched "END", which the server let through
see characters 5 to 7
see cut          "END"  3 characters
see behind it    is not known: nothing more was read
see dynamo       "one EN"
see as far as the text came, a character for a token
