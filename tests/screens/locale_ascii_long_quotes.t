# screen_chat__shows_ascii_only__where_quotes_are_cut
size 120x31
locale ascii
args --stop abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
type abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz
key Enter
wait 1000
unseen ?
see ~
