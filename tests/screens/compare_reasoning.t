# compare__shows__reasoning_and_refusals_while_there_is_no_answer
size 80x24
type x
key Enter
wait 200
type /compare replay:@/recordings/reasoning.jsonl replay:@/recordings/refusal.jsonl
key Enter
wait 5
row 18  ▸ waits                                │ ▸ waits
wait 20
row 3  Two and                                │ I cannot
wait 500
row 3  It is 4.                               │ I cannot do that.
row 18  ■ stop                        4 tokens │ ■ stop
row 20                                         │ no text
