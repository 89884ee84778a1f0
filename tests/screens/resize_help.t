# screen_chat__wraps_anew__while_help_is_open
size 120x40
key F1
see Keys
resize 30x8
see Keys
key PgDn
resize 1x1
resize 5x2
resize 120x40
see Ctrl-J
key q
cursor 39 4
row 39  >
