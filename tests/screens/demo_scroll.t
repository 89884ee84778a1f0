# screen_demo__leaves__scrolling_to_the_user
size 40x10
args --demo=stop
wait 14000
see ■ stop
unseen stop is "END"
key Space PgUp
see stop is "END"
see demo paused
key PgDn
see ■ stop
