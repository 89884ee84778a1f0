# compare__shows__replies_side_by_side_at_80x24
size 80x24
type one END two
key Enter
wait 200
type /compare echo echo stop=END delay=20
key Enter
wait 95
row 1 ─ compare ────────────────────────────────────────────────────── 2 of 2 stream ─
row 2  1 echo                                 │ 2 echo stop=END delay=20
row 3  one END t                              │ one
row 18  ▸ streams                     9 tokens │ ▸ streams                    4 tokens
row 20                                         │ same so far
row 24  Left Right choose   Ctrl-C stops   Esc closes
look reverse 1 echo
# Nothing is marked yet.
look plain END t
wait 200
row 1 ─ compare ─────────────────────────────────────────────────── the texts differ ─
row 3  one END two                            │ one
row 18  ■ stop                       11 tokens │ ■ stop                       7 tokens
row 19  end of the prompt                      │ matched "END"
row 20                                         │ differs at character 5
row 21 ─ timelines ────────────────────────────────────────────────────────────────────
row 22  1 echo                ···█  █  █  █   █  █  █  █  █   █  █■             110 ms
row 23  2 echo stop=END dela… ······█     █      █     █      █     █     █■    140 ms
row 24  Left Right choose   Enter takes its reply   Esc closes
look underline END two
look plain one
key Right
wait 20
row 20  differs at character 5                 │
look underline END two
key Tab
wait 20
row 20                                         │ differs at character 5
type 2
wait 20
row 20  differs at character 5                 │
