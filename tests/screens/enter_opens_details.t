# screen_chat__opens_details__of_a_line_of_the_trace
size 120x31
args --stop END
type a\u{e9}b END
key Enter
wait 200
key Alt-T
key Up Up Up Up
key Enter
see Request #1
see event    4 tokens
see 61 c3 a9 62 20
key Esc
wait 60
unseen Bytes
look bold trace
key Home
key Down Enter
see request
see "stop":
see "stream":
key Enter
unseen Request #1
key Esc
wait 60
look bold echochat
