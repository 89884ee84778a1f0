# screen_chat__traces__a_match_of_the_first_character
size 120x31
args --stop X
type Xabc
key Enter
wait 200
see first      "X"
see matched    "X"  cut
see usage      4 in, 1 out
see ■ stop  matched "X" · 1 token · ttft 10 ms
