# screen_chat__moves_the_trace__with_f2
size 120x31
type hi
key Enter
wait 100
column 71 │
key F2
unseen ┴
see ─ trace ─
key F2
unseen trace ─
unseen #1
see ■ stop
key F2
column 71 │
see #1
