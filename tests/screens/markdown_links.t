# screen_markdown__tells_links__where_they_are_known
size 80x30
args --delay 0 --links on --trace-pane off
type see [one](http://a.b/c) and http://d.e/f\nnext
key Enter
wait 10
show
