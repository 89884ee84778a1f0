# screen_chat__scrolls__by_pages
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20
key Enter
wait 2000
see ■ stop
unseen more below
key PgUp
see ▼ more below
unseen ■ stop  e
row 13  l09
key PgUp PgUp PgUp PgUp
row 2  l01
key PgDn
see ▼ more below
key PgDn PgDn PgDn PgDn
see ■ stop
unseen more below
