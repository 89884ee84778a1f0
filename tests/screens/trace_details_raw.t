# screen_details__shows__json_times_and_bytes
size 80x24
args out=replay:@/recordings/hello.jsonl
type /trace level 2
key Enter
type hi
key Enter
wait 100
type /trace filter raw
key Enter
key Alt-T Up Enter
see Request #1
see event    raw
see 10.000 ms after the chunk before
see JSON
see "choices": [
see "finish_reason": "stop"
see Bytes (
see   000000  7b 22 63 68 6f 69 63 65 73 22 3a 5b 7b 22 69 6e  {"choices":[{"in
resize 40x20
see "choices": [
key PgDn
see 0000 7b 22 63 68 6f 69 63 65  {"choice
see 0008 73 22 3a 5b 7b 22 69 6e  s":[{"in
key Esc
wait 60
resize 80x24
key Down Enter
see Text
see "[DONE]"
unseen JSON
see   000000  5b 44 4f 4e 45 5d                                [DONE]
