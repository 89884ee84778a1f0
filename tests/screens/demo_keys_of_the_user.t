# screen_demo__takes__no_other_key_for_a_letter
demo own.demo
args --demo=own
wait 1850
type xyz
paste some text
key Tab Enter F1 Up Delete
row 23  > /s
wait 45
row 23  > /se
key F2
wait 1
unseen trace
