# screen_chat__moves_the_focus__to_the_trace_and_back
size 120x31
type hi
key Enter
wait 100
look bold echochat
look plain trace
key Alt-T
look bold trace
look plain echochat
look reverse 20.0  ■ stop
key Up
look plain 20.0  ■ stop
look reverse 20.0  usage
key Alt-T
look bold echochat
look plain 20.0  usage
key Alt-T
key x
look bold echochat
row 30  > x
