# screen_server__shows__escape_sequences_and_executes_none
size 120x31
args out=replay:@/recordings/escapes.jsonl
type hi
key Enter
wait 100
row 5  replay  m^[[31m                                                      │     20.0  first      "a\x1b]0;own… ttft 20.0 ms
see a^[]0;owned^G^[[31mred<U+202E>b
see ▲ st^[[31mop  as the server says · ! 3 anomalies
see ! control-chars-in-text
see ! bidi-control-in-text
see ! unknown-finish-reason
type /raw
key Enter
see \u001b[31mred
key Esc
wait 60
never \x1b]0;owned
never \x1b[31mred
never \x1b[31mop
never \u{202e}
