# screen_chat__traces__each_token_with_v
size 120x31
args -v
type a\u{e9}"
key Enter
wait 200
see each token
see token      "a"
see token      "é"
see token      "\""
see 3 tokens
