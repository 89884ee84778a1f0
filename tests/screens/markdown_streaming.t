# screen_markdown__gives_looks__to_lines_that_are_complete
size 80x30
args --trace-pane off
type .\n\n# One\na *b* c\n```\n
key Enter
wait 2000
show
