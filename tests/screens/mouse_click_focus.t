# screen_mouse__chooses__a_pane_or_a_line
size 120x31
type hi
key Enter
wait 100
look bold echochat
bytes \x1b[<0;90;4M\x1b[<0;90;4m
look bold trace
look reverse 10.0  first
bytes \x1b[<0;90;6M\x1b[<0;90;6m
look plain 10.0  first
look reverse 20.0  usage
bytes \x1b[<0;90;15M\x1b[<0;90;15m
look reverse 20.0  usage
key Up
look reverse 20.0  2 tokens
bytes \x1b[<0;10;4M\x1b[<0;10;4m
look bold echochat
look plain 20.0  2 tokens
bytes \x1b[<4;90;4M\x1b[<4;90;4m\x1b[<2;90;4M\x1b[<2;90;4m
look bold echochat
bytes \x1b[M z$
look bold trace
bytes \x1b[<0;10;30M
look bold echochat
row 30  >
