# screen_server__shows__a_refusal_as_one
args out=replay:@/recordings/refusal.jsonl
type Do it!
key Enter
wait 25
see refusal  I cannot
wait 100
row 5  refusal  I cannot do that.
see ■ stop
see refusal    "I cannot"
unseen anomal
