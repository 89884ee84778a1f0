# screen_demo__hurries__to_the_next_explanation
demo own.demo
args --demo=own
wait 600
row 22  Look here.
key n
wait 100
row 22  Done.
see ▲ length  max_tokens 3 reached
key Right
wait 10
unseen demo own
see /demo list shows all demos
