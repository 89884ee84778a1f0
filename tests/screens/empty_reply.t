# screen_chat__shows_an_ending__without_a_text
args --stop a
type abc
key Enter
wait 200
row 4  echo
row 5  ■ stop  matched "a" · 1 token · ttft 10 ms
