# compare__closes__and_leaves_the_conversation_as_it_was
size 80x24
args --trace-pane off
type one END two
key Enter
wait 200
type /compare echo echo delay=1000
key Enter
wait 200
key Esc
wait 200
row 4  echo
row 5  one END two
unseen compare
type more
key Enter
wait 200
row 9  more
row 12  more
# Ctrl-C closes what does not stream.
type /compare echo echo
key Enter
wait 200
see compare
key Ctrl-C
wait 50
unseen compare
type /compare echo echo
key Enter
wait 200
type q
wait 50
unseen compare
