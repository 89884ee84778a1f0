# screen_find__marks__wide_characters_and_marks
env NO_COLOR=1
args --delay 0
type a\u{4f60}\u{597d}b e\u{301}x \u{1f468}\u{200d}\u{1f469} \u{c9}
key Enter
wait 100
key Ctrl-F
type \u{597d}b
see 1/2
cell 2 3 plain
cell 2 5 reverse
cell 2 7 reverse
cell 2 8 plain
key Ctrl-U
type \u{e9}
see 1/2
cell 2 17 reverse
key Ctrl-U
type e
cell 2 9 reverse
key Ctrl-U
bytes \xe5
row 24  find                                     Enter next   Up previous   Esc closes
bytes \xa5\xbd
see 1/2
key Backspace
type \u{1f469}
see 1/2
key Ctrl-U
type xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\u{4f60}\u{597d}
see xx你好  no match
