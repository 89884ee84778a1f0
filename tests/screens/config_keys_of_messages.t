# What is done with messages can have other keys, in vi mode too.
size 80x24
inputrc set editing-mode vi
config [keys]
config f5 = message-up
config f6 = retry
config f7 = version-back
config f8 = find
config ctrl-f = none
type one
key Enter
wait 100
bytes \x1b[17~
wait 100
see echo  2/2
bytes \x1b[18~
see echo  1/2
bytes \x1b[15~
see Alt and: W copy
key Esc
key Ctrl-F
unseen Esc closes
bytes \x1b[19~
see Esc closes
