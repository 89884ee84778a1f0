# screen_chat__keeps_the_line__when_the_editor_fails
env VISUAL=false
type foo
bytes \x18\x05
see the editor (false) failed; the line is as it was
row 23  > foo
type x
unseen failed
row 23  > foox
