# screen_markdown__shows_the_true_text__by_ctrl_o
args out=replay:@/recordings/markdown.jsonl --trace-pane off
type **go**
key Enter
wait 300
row 2  **go**
look plain go
look italic slanted
key Ctrl-O
see markdown is off: the true text
row 6  Bold **word**, *slanted*, `code`.
look plain word
look plain slanted
look plain site
key Ctrl-O
look italic slanted
type /set markdown off
key Enter
see markdown is off
look plain slanted
type /set markdown on
key Enter
look italic slanted
type a\x16\x0f
see a^O
