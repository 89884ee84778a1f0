# Engines of the file and themes are completed.
config [engine slow]
config engine = echo
type /engine sl
key Tab
see > /engine slow
key Ctrl-U
type /set theme d
key Tab
see > /set theme dark
key Ctrl-U
type /set --s
key Tab
see > /set --save
