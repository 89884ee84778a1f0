# screen_markdown__moves_links__with_their_text
size 80x12
args out=replay:@/recordings/markdown_same_links.jsonl --links on --trace-pane off
type go
key Enter
wait 100
row 1  [same](http://l/52)
link http://l/52 same
key PgUp
row 1  [same](http://l/44)
link http://l/44 same
bytes \x1b[<65;5;5M
row 1  [same](http://l/47)
link http://l/47 same
key Ctrl-Home
link http://l/00 same
