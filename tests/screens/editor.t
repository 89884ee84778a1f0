# screen_chat__edits_the_line__in_an_editor
env VISUAL=sed -i s/o/0/
type foo
key Ctrl-J
type bor
bytes \x18\x05
row 22  > f0o
row 23    b0r
cursor 23 7
