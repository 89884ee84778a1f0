# compare__says__what_cannot_be_compared
size 80x24
args --trace-pane off
type /compare echo
key Enter
see there is no message to compare replies to
type hi
key Enter
wait 100
type /compare
key Enter
see name the engines to compare
type /compare nobody
key Enter
see unknown engine "nobody"
type /compare echo dealy=5
key Enter
see did you mean delay?
type /compare take 1
key Enter
see there is no comparison to take a reply from
