# screen_server__says__why_it_failed_and_how_long_to_wait
args out=replay:@/recordings/failed_429.jsonl
type hi
key Enter
wait 100
see headers    429 application/json
see ✖ failed  429: the queue is full (asks to wait 7 s)
# The next turn works.
type /retry
key Enter
wait 100
see Hello
see ■ stop
