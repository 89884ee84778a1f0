# screen_chat__completes__arguments
type /set ignore_eos o
key Tab
row 23  > /set ignore_eos o
see off
key n
key Enter
see ignore_eos is on
type /stop add END
key Enter
type /stop d
key Tab
type E
key Tab
row 23  > /stop del END
key Enter
see stop is not set
type /trace b
key Tab
row 23  > /trace bottom
