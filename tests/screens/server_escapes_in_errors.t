# screen_server__shows__escape_sequences_in_errors
args out=replay:@/recordings/escapes_in_errors.jsonl
type hi
key Enter
wait 100
see ✖ failed  500: bad ^[[31mred ^[]0;owned^G
never \x1b]0;owned
never \x1b[31mred
