# screen_chat__scrolls__the_trace_that_has_the_focus
size 120x12
type a
key Enter
wait 100
type b
key Enter
wait 100
type c
key Enter
wait 100
see #3
key Alt-T
key PgUp PgUp PgUp
see #1
unseen #3
look reverse #1
key PgDn PgDn PgDn PgDn
unseen #1
see #3
key Home
see #1
key End
see #3
key Ctrl-Home
see #1
type x
row 11  > x
