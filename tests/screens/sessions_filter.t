# sessions__filters__by_all_words
size 100x20
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T010000Z-bbbbbbbb.jsonl
stored 20251231T020000Z-cccccccc.jsonl
type /sessions
key Enter
type the KILL
see nothing matches
see 0 of 3
key Backspace Backspace Backspace Backspace
type zz
see nothing matches
key Ctrl-u
unseen of 3
# The first letter of a filter may be a d, with another one behind it.
type do
row 2  > do
see 2 of 3
unseen killed
type cker localhost
see 1 of 3
row 4  docker and streams                                  localhost:8000/v1          4  2025-12-31 01:00
look reverse docker and
unseen nothing matches
key Enter
see of it
unseen conversations
