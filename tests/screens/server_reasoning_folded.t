# screen_server__folds__reasoning_by_f3
args out=replay:@/recordings/reasoning.jsonl
type 2 and 2?
key Enter
wait 30
key F3
row 5  reasoning (F3 shows it)
unseen Two and two
wait 100
row 5  reasoning (F3 shows it)
row 6
row 7  It is 4.
unseen Two and two
key F3
row 5  reasoning
row 6  Two and two.
row 8  It is 4.
