# command_model__shows_and_changes__the_model
size 120x31
type /model
key Enter
see the model is echo
type /model tiny
key Enter
see the model is tiny
see echo tiny │
type hi
key Enter
wait 500
see echo  tiny
