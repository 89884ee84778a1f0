# screen_demo__types__by_itself_and_explains
demo own.demo
type /demo own
key Enter
wait 100
row 24  demo own │ echo │ idle │ stop - │ max 3     Space pauses   n next   Esc leaves
row 23  >
unseen Look
wait 500
row 22  Look here.
row 23  >
look bold Look
# 900 ms, and 40 for each of ten letters
wait 1190
row 23  >
wait 60
row 23  > /s
wait 520
row 23  > /set delay 20
wait 500
see delay is 20
row 23  >
wait 1500
see ▲ length  max_tokens 3 reached · 3 tokens · ttft 20 ms · 50 tok/s
row 22  Done.
wait 2500
see demo own
wait 2000
unseen demo own
row 24  this is your own chat again; /demo list shows all demos
