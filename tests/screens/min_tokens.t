# screen_chat__goes_on__until_min_tokens
args --stop X --min-tokens 2
see max - min 2
type aXbXc
key Enter
wait 200
row 5  aXb
see ■ stop  matched "X" · 4 tokens
