# screen_server__has_no_request__in_a_replay
args out=replay:@/recordings/hello.jsonl
type hi
key Enter
wait 100
type /curl
key Enter
see no request went to a server yet
