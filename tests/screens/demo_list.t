# screen_demo__lists__the_tour_and_the_users_own
demo own.demo
type /demo list
key Enter
see echo          The echo engine says your message back
see no-finish     A server that never says why it ended
see own           A demo of the user's own
type /demo o\t
see overlap
see own
