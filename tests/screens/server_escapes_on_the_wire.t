# screen_server__shows__escape_sequences_of_heads_and_comments
args out=replay:@/recordings/escapes_on_the_wire.jsonl
type hi
key Enter
wait 100
see headers    200 text/event-stream^[[31m
type /raw
key Enter
see Content-Type: text/event-stream\x1b[31m\r
see : \x1b[2J
see : \xff\xfe
see {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}
see data: [DONE]
key Esc
wait 60
see Hello
never \x1b[31m\r
never : \x1b[2J
