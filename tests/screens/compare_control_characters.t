# compare__shows__control_characters_and_never_sends_them
size 80x24
args --trace-pane off
type x
key Enter
wait 200
type /compare replay:@/recordings/escapes.jsonl echo
key Enter
wait 500
see a^[]0;owned^G^[[31mred<U+202E>b
never \x1b]0;owned
