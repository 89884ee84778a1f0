# screen_trace__jumps__between_characters_and_their_chunks
size 120x31
args out=replay:@/recordings/hello.jsonl
key Alt-J
see only characters of a reply came with a line of the trace
type /trace level 2
key Enter
type hi
key Enter
wait 200
# What was found is marked with all that came with it.
key Ctrl-F
type o
key Alt-J
look bold trace
look reverse 30.0  raw
row 8  Hello                                                                │     30.0  2 tokens                  itl 10.0 ms
cell 8 4 plain
cell 8 5 reverse
cell 8 6 reverse
# The mark goes with the line.
key Up Up
cell 8 5 plain
key Alt-J
cell 8 2 reverse
cell 8 4 reverse
cell 8 5 plain
key Up Up Up
key Alt-J
see no character of a reply came with this line
key Esc
wait 60
# The selected message begins with the first chunk.
key Alt-Up Alt-J
look reverse 20.0  raw
cell 8 2 reverse
key Esc
wait 60
cell 8 2 plain
key Alt-Up Alt-Up Alt-J
see only characters of a reply came with a line of the trace
key Esc
wait 60
# Nothing is selected: the end of the last reply.
key Alt-J
look reverse 30.0  raw
key Esc
wait 60
type /trace filter usage
key Enter
key Alt-J
see the filter hides the line that it came with; /trace filter off
type /trace filter off
key Enter
type /trace clear
key Enter
key Alt-J
see the trace has no line that it came with
type /trace off
key Enter
wait 20
key Alt-J
see the trace is not shown; F2 shows it
