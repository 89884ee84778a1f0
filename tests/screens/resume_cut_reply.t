# resume__shows__a_reply_that_has_no_end
args --resume
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T020000Z-cccccccc.jsonl
see half a rep
see ✖ cut off  the program ended before the reply did
see 20251231T020000Z-cccccccc: 2 messages
type on
key Enter
wait 500
see on
