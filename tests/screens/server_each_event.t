# screen_server__traces__each_payload_at_level_two
size 120x31
args out=replay:@/recordings/hello.jsonl
type /trace level 2
key Enter
type hi
key Enter
wait 100
see raw        {\"choices\"
see raw        [DONE]
see token      "Hel"
