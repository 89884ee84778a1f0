# command_trace__clears__while_a_reply_streams
size 120x31
args --stop hij
type abcdefghijk
key Enter
wait 25
key Alt-T
type /trace clear
key Enter
wait 12
unseen #1 chat
wait 500
see ■ stop     matched "hij"
