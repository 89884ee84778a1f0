# screen_chat__keeps_the_divider_straight__with_odd_characters
size 120x31
type |\u{1100}\u{1161}\u{11a8}|\u{e000}|\u{ffff}|\u{ad}|\u{fffd}|\u{1f1e6}|\u{200d}|\u{fe0f}|\u{301}|\u{e0041}|\u{0e33}|\u{0915}\u{093f}|\u{3000}|\u{a0}|
key Enter
wait 2000
column 71 │
rows 29 │
see ■ stop
bytes \x0c
column 71 │
key Ctrl-P
key Home
key Right Right Right Right Right Right Right Right Right Right Right Right
key Backspace Backspace Backspace Delete Delete Delete
column 71 │
