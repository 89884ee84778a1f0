# compare__stacks__what_has_no_room_beside
size 60x30
type one END two
key Enter
wait 200
type /compare echo stop=END echo max_tokens=2 echo
key Enter
wait 400
row 2  1 echo stop=END
row 9  ■ stop                                            7 tokens
row 10  2 echo max_tokens=2
row 17  ▲ length                                          2 tokens
row 18  3 echo
row 25  ■ stop                                           11 tokens
row 29  3 echo           ··█  █  █ █  █  █  █ █  █  █ █■    110 ms
resize 60x16
wait 20
row 10  2 echo max_tokens=2                                 length
row 11  3 echo                                                stop
row 12 ─ timelines ────────────────────────────────────────────────
resize 80x24
wait 20
row 2  1 echo stop=END          │ 2 echo max_tokens=2      │ 3 echo
row 3  one                      │ on                       │ one END two
row 19                           │ differs at character 3   │ differs at character 5
resize 20x4
wait 20
row 2  1 echo stop=END
row 3  ■ stop    7 tokens
