# screen_mouse__moves__the_cursor_in_the_message
size 40x12
type one \u{4f60}\u{597d} two
cursor 11 16
bytes \x1b[<0;5;11M\x1b[<0;5;11m
cursor 11 5
type X
row 11  > oXne 你好 two
bytes \x1b[<0;10;11M\x1b[<0;10;11m
cursor 11 9
bytes \x1b[<0;38;11M\x1b[<0;38;11m
cursor 11 17
bytes \x1b[<0;1;11M\x1b[<0;1;11m
cursor 11 17
bytes \x1b[<0;2;11M\x1b[<0;2;11m
cursor 11 4
key Ctrl-E
key Ctrl-J
type second line
see second line
bytes \x1b[<0;6;10M\x1b[<0;6;10m
cursor 10 6
bytes \x1b[<0;6;11M\x1b[<0;6;11m
cursor 11 6
key Ctrl-F
type on
bytes \x1b[<0;7;10M\x1b[<0;7;10m
cursor 10 7
unseen find on
key Ctrl-R
bytes \x1b[<0;8;10M\x1b[<0;8;10m
type Y
see oXneY 你好
