# screen_markdown__tells_links__where_they_are_known
args out=replay:@/recordings/markdown_links.jsonl --links on --trace-pane off
type go
key Enter
wait 100
row 5  See [the first](http://a.b/c?d=1&e=2) link,
row 6  https://d.e/漢, and mail x@y.zz;
link http://a.b/c?d=1&e=2 the first
link - ](http://a.b
link - See
link https://d.e/%E6%BC%A2 https
link https://d.e/%E6%BC%A2 漢
link mailto:x@y.zz x@y
link - , and mail
row 7  a [link whose text is too long for one row of this screen of eighty
row 8  columns](http://wrapped) here.
link http://wrapped link whose
link http://wrapped columns
link - ](http://wrapped
look underline the first
cursor 23 4
bytes \x0c
link http://a.b/c?d=1&e=2 the first
cursor 23 4
# What is drawn over a link is none, and it comes back.
key F1
see Keys
link - Keys
link - Enter
key Esc
wait 100
link http://wrapped columns
type more
key Enter
wait 1000
key PgUp
see the first
link http://a.b/c?d=1&e=2 the first
resize 60x20
key Ctrl-Home
link http://a.b/c?d=1&e=2 the first
resize 100x30
key F2
key F2
link http://wrapped link whose
key Ctrl-O
link - the first
link - columns
key Ctrl-O
link http://a.b/c?d=1&e=2 the first
type /set links off
key Enter
link - the first
