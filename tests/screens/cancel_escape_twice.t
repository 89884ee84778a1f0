# screen_chat__stays__when_escape_comes_twice
type abcdef
key Enter
wait 35
bytes \x1b\x1b
wait 60
see ◼ cancelled
notquit
type [A
row 23  > [A
