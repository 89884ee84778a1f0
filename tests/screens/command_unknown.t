# command__complains__with_the_nearest_name
size 120x31
type /hlp
key Enter
see there is no command /hlp; did you mean /help?
type /tsop
key Enter
see there is no command /tsop; did you mean /stop?
type /qiut
key Enter
see did you mean /quit?
type /xyzzyx
key Enter
see there is no command /xyzzyx; /help lists them
key Up
row 30  > /xyzzyx
