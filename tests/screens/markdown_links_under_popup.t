# screen_markdown__drops_links__under_a_pop_up
size 40x12
args out=replay:@/recordings/markdown_links.jsonl --links on --trace-pane off
type go
key Enter
wait 100
row 3  columns](http://wrapped) here.
link http://wrapped columns
type /
key Tab
wait 100
unseen columns
link - /engine
key Ctrl-U
link http://wrapped columns
