# screen_find__unfolds__reasoning_with_a_match
env NO_COLOR=1
args out=replay:@/recordings/reasoning.jsonl
type 2 and 2?
key Enter
wait 2000
key F3
see reasoning (F3 shows it)
type /find two and
key Enter
see 1/1
row 6  Two and two.
cell 6 2 reverse
cell 6 8 reverse
cell 6 9 plain
