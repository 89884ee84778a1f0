# sessions__fits__small_screens
size 40x8
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T010000Z-bbbbbbbb.jsonl
stored 20251231T020000Z-cccccccc.jsonl
type /sessions
key Enter
row 1 ─ conversations ─────────────────── 3 ──
row 3  killed in the middle  2025-12-31 02:00
row 4  docker and streams    2025-12-31 01:00
key End
resize 20x4
row 3  why does it stop
look reverse why
row 4  Enter opens   d d…
resize 60x12
row 3  title                           messages  last used
resize 19x4
see too small
resize 100x20
key Home
look reverse killed
