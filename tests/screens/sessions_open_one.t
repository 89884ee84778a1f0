# sessions__opens__the_one_that_was_chosen
size 100x20
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T010000Z-bbbbbbbb.jsonl
stored 20251231T020000Z-cccccccc.jsonl
type /sessions
key Enter
see conversations
row 4  killed in the middle                                echo                       2  2025-12-31 02:00
row 5  docker and streams                                  localhost:8000/v1          4  2025-12-31 01:00
row 6  why does it stop                                    echo                       2  2025-12-31 00:00
look reverse killed in the middle
key Down Down
look reverse why does it stop
key Up Up Up Down Down Down Down
key Enter
unseen conversations
see 20251231T000000Z-aaaaaaaa: 2 messages
see ■ stop  matched "END" · 5 tokens · ttft 12 ms · 80 tok/s
see because
# It goes on from there, in the same file.
type more
key Enter
wait 500
type /sessions
key Enter
row 4  why does it stop                                    echo                       4  2026-01-01 00:00
key Esc
wait 60
unseen conversations
