# command_trace__moves_and_clears__the_trace
size 120x31
type hi
key Enter
wait 500
type /trace off
key Enter
unseen #1
type /trace right
key Enter
column 71 │
see #1
type /trace bottom
key Enter
see ─ trace ─
see #1
type /trace clear
key Enter
unseen #1
type /trace level 1
key Enter
see the trace has level 1
see each token
type yo
key Enter
wait 500
see token      "y"
type /trace level 7
key Enter
see the level is 0 (events), 1 (each token) or 2 (raw events)
type /trace sideways
key Enter
see use /trace off, right, bottom, size N%, level N, filter WORDS, clear or save FILE
type /trace save /nonexistent/x
key Enter
see cannot write /nonexistent/x
type /trace
key Enter
see the trace has
