# screen_hold__is_cancelled__with_what_had_been_seen
size 120x31
type one two
key Enter
wait 45
key F5
wait 1000
type /new
key Enter
wait 1
see a reply streams: Esc stops it, then Enter sends this
see /new
key Ctrl-C
wait 1
see ◼ cancelled  4 tokens
unseen paused before
key Ctrl-C
type ab
key Enter
wait 100
see ■ stop  end of the prompt · 2 tokens
key F5
wait 1
see no reply streams; /break holds the next one
wait 6000
type /step
key Enter
wait 1
rows 1 no reply streams; /break holds the next one
type /resume
key Enter
wait 1
see no reply is paused; /pause does that
type /step x
key Enter
wait 1
see /step takes a number of tokens, from 1 on
# The engine has ended, and nobody was told.
type /break on finish
key Enter
type xyz
key Enter
wait 1000
see paused before the end
key Esc
wait 60
see ◼ cancelled  3 tokens
