# screen_demo__ends__by_q_and_ctrl_c_and_ctrl_d
demo own.demo
args --demo=own
wait 100
see demo own
key q
unseen demo own
type /demo own
key Enter
wait 100
see demo own
key Ctrl-C
unseen demo own
type /demo own
key Enter
wait 100
see demo own
key Ctrl-D
unseen demo own
notquit
