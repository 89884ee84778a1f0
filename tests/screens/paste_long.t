# screen_chat__scrolls__a_paste_of_many_rows
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20
row 16    l13
row 23    l20
cursor 23 7
key Up Up Up Up Up Up Up Up
row 16    l12
cursor 16 7
key PgUp
row 16    l12
key Ctrl-C
row 23  >
row 22 ────────────────────────────────────────────────────────────────────────────────
