# screen_chat__moves_and_deletes__whole_cells
type a👨‍👩‍👧b🇩🇪e\u{301}c👍🏽
row 23  > a👨👩👧b🇩🇪éc👍
key Left
key Left
key Left
cursor 23 14
key Left
cursor 23 12
key Left Left
cursor 23 5
key Right
cursor 23 11
key Backspace
row 23  > ab🇩🇪éc👍
cursor 23 5
key Ctrl-E Backspace Backspace Backspace
row 23  > ab🇩🇪
key Backspace
row 23  > ab
key Ctrl-_
row 23  > ab🇩🇪
key Home Right Right Delete
row 23  > ab
