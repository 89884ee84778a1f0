# /set --save writes what was changed, and keeps all else.
config # of mine
config max_tokens = 5 ; enough
config # below
config [engine slow]
config engine = echo
config delay = 100
type /set --save
key Enter
see there is no changed setting to save
type /set max_tokens 7
key Enter
type /stop add END
key Enter
type /set --save
key Enter
see /config: stop, max_tokens
saved # of mine
saved max_tokens = 7 ; enough
saved stop = "END"
saved # below
saved delay = 100
type /set --save delay
key Enter
saved delay = 10
type /set --save delai
key Enter
see there is no setting delai; did you mean delay?
type /set header "Authorization: Bearer abcdef"
key Enter
type /set --save header
key Enter
see header holds a secret and is not saved
