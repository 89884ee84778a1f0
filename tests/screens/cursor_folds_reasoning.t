# screen_server__folds__the_reasoning_of_one_reply
args out=replay:@/recordings/reasoning.jsonl
type 2 and 2?
key Enter
wait 200
see Two and two
key Alt-Up Alt-Z
see reasoning (Alt+Z shows it)
unseen Two and two
see It is 4.
key Alt-Z
see Two and two
