# screen_chat__shows_help__on_the_smallest_screen
size 20x4
key F1
see Keys
key PgDn
unseen Keys
key PgUp
see Keys
key End
key Space q
row 3  >
