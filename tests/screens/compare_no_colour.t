# compare__marks__differences_without_colours
size 80x24
env NO_COLOR=1
args --trace-pane off
type one END two
key Enter
wait 200
type /compare echo echo max_tokens=4
key Enter
wait 200
colour no
look underline END two
look plain one
