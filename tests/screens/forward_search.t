# screen_chat__searches_forward__with_ctrl_s
args --delay 0
type apple one
key Enter
wait 20
type apple two
key Enter
wait 20
key Ctrl-R
type apple
see : apple two
key Ctrl-R
see : apple one
key Ctrl-S Ctrl-S
see (i-search)`apple': apple two
key Esc
wait 60
row 23  > apple two
