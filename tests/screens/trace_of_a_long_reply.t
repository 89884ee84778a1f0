# screen_chat__follows__a_trace_that_outgrows_its_pane
args -v
type abcdefghijklmnopqrstuvwxyz
key Enter
wait 1000
see 260.0  ■ stop
unseen #1
