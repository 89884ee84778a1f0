# resume__takes__the_beginning_of_a_name
args --resume=20251231T01
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T010000Z-bbbbbbbb.jsonl
see 20251231T010000Z-bbbbbbbb: 4 messages
see of it
