# command_copy__copies__control_characters
args out=replay:@/recordings/escapes.jsonl --trace-pane off
type x
key Enter
wait 500
type /copy
key Enter
see copied the reply, 23 bytes
clipboard a\x1b]0;owned\x07\x1b[31mred\u{202e}b
