# screen_server__shows__broken_bytes_as_replaced
args out=replay:@/recordings/invalid_utf8.jsonl
type hi
key Enter
wait 100
row 5  a�b
see ! invalid-utf8 "\xff"
type /raw
key Enter
see "content":"a\xffb"
