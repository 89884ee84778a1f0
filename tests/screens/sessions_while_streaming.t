# sessions__opens_nothing__while_a_reply_streams
stored 20251231T000000Z-aaaaaaaa.jsonl
type a reply that takes a while
key Enter
wait 50
type /sessions
key Enter
see conversations
key Down Enter
see conversations
see a reply streams
key Esc
wait 60
unseen conversations
see streaming
wait 1000
see idle
