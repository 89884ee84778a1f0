# screen_inspect__costs_little__while_a_reply_streams
args --stop END --delay 1
type \n
type aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
key Enter
key F4
mark
wait 64
# A frame in 16 ms at most, and only the rows that changed.
sent 700
