# screen_vi__has_the_letters__until_a_message_is_selected
inputrc set editing-mode vi
args --delay 0 --trace-pane off
type one
key Enter
wait 50
type abc
# Escape, and a: append.
bytes \x1bad
row 23  > abcd
key Ctrl-C
key Alt-Up
see ▸ echo
key Alt-W
clipboard one
key Esc
wait 60
unseen ▸
