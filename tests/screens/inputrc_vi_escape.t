# screen_chat__leaves_escape_to_the_editor__in_vi_mode
inputrc set editing-mode vi
args --delay 50
type abcdefghij
key Enter
wait 35
type some text
key Esc
wait 60
see streaming
key 0 x
row 23  > ome text
key Esc
wait 60
key Esc
wait 60
key x
row 23  > me text
key Ctrl-C
wait 1
see ◼ cancelled
row 23  > me text
key Ctrl-C
row 23  >
type xyz
row 23  > xyz
