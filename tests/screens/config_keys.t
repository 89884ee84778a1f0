# Keys of the user's own go before ours, and none takes a key away.
size 100x24
config [keys]
config f5 = help
config ctrl-f = trace
config F2 = none
config alt-x = help
rows 2 trace
key F2
rows 2 trace
key Ctrl-F Ctrl-F
rows 1 trace
bytes \x1b[15~
see Enter            sends the message
key Esc
wait 100
unseen Enter            sends the message
bytes \x1bx
see Enter            sends the message
key F1
unseen Enter            sends the message
