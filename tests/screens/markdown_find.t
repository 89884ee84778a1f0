# screen_markdown__shows_what_was_found__in_a_link
args out=replay:@/recordings/markdown_links.jsonl --links on --trace-pane off
type go
key Enter
wait 100
look underline the first
type /find first
key Enter
wait 100
cell 5 10 underline
cell 5 11 reverse
cell 5 15 reverse
link http://a.b/c?d=1&e=2 first
link - ](http
key Esc
wait 100
cell 5 11 underline
link http://a.b/c?d=1&e=2 first
