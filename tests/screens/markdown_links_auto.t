# screen_markdown__tells_no_links__to_a_terminal_that_is_not_known
args out=replay:@/recordings/markdown_links.jsonl --trace-pane off
type go
key Enter
wait 100
look underline the first
never \x1b]8
