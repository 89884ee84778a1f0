# screen_chat__says_that_more_is_below__in_the_trace
size 120x12
type a
key Enter
wait 100
type b
key Enter
wait 100
type c
key Enter
wait 100
unseen more below
bytes \x1b[<64;90;5M
column 107 ▼ more below
bytes \x1b[<65;90;5M
unseen more below
key F2
bytes \x1b[<64;90;8M
see ── ▼ more below ─
