# screen_markdown__keeps_looks_apart__without_colours
env NO_COLOR=1
args out=replay:@/recordings/markdown.jsonl --trace-pane off
type go
key Enter
wait 300
look underline Title
look bold word
look italic slanted
look plain code
look underline site
colour no
