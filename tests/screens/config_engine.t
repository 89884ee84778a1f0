# A section's settings are those of its engine only; what the user changed, and
# what the command line says, stay.
args --min-tokens 2
config max_tokens = 9
config [engine slow]
config engine = echo
config delay = 100
config max_tokens = 3
config min_tokens = 1
config model = snail
type /set temperature 0.5
key Enter
type /engine slow
key Enter
type /set delay
key Enter
see delay is 100
type /set max_tokens
key Enter
see max_tokens is 3
type /set min_tokens
key Enter
see min_tokens is 2
type /set temperature
key Enter
see temperature is 0.5
see echo snail
type /engine echo
key Enter
type /set max_tokens
key Enter
see max_tokens is 9
type /set delay
key Enter
see delay is 10
unseen echo snail
