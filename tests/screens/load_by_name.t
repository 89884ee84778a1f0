# load__completes__names
stored 20251231T000000Z-aaaaaaaa.jsonl
type /load 2025
key Tab Enter
see 20251231T000000Z-aaaaaaaa: 2 messages
see because
type /load 20251231T000000Z-aaaaaaaa
key Enter
see that is the conversation that is open
