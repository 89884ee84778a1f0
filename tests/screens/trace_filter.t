# screen_trace__filters__lines_while_a_reply_streams
size 120x31
args --stop END --delay 10
type /trace level 1
key Enter
type /trace filter tokn
key Enter
see the trace has no lines of kind tokn; did you mean token?
type ab ENabc
key Enter
wait 35
see token      "b"
see request
type /trace filter token -raw
key Enter
see trace token -raw
unseen request    stop
unseen held
see #1 chat
see 1 hidden, each token
wait 500
unseen ■ stop     end
see token      "c"
see 4 hidden, each token
type /trace filter text:may become
key Enter
see trace text:may become
see held       "EN" may become
unseen token      "a"
key Alt-T
look reverse 40.0  held
key Up
look reverse #1 chat
key Down Down
look reverse 40.0  held
key Enter
see event    held
key Esc
wait 60
key Esc
wait 60
type /trace filter
key Enter
see the filter is text:may become: 2 of 16 lines are shown
type /trace filter off
key Enter
see token      "c"
see the trace is not filtered
unseen hidden
