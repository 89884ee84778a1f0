# screen_chat__scrolls__the_pane_under_the_pointer
size 120x31
args --stop zzz
type a
key Enter
wait 100
type b
key Enter
wait 100
type c
key Enter
wait 100
type d
key Enter
wait 100
type e
key Enter
wait 100
type f
key Enter
wait 100
see #6
see ■ stop  e
bytes \x1b[<64;10;5M
see more below
see #6
bytes \x1b[<65;10;5M
unseen more below
row 28  ■ stop  end of the prompt · 1 token · ttft 10 ms                     │     10.0  ■ stop     end of the prompt
bytes \x1b[<64;90;5M\x1b[<64;90;5M\x1b[<64;90;5M
column 107 ▼ more below
unseen #6
bytes \x1b[<65;90;5M\x1b[<65;90;5M\x1b[<65;90;5M
see #6
bytes \x1b[<0;5;5M\x1b[<0;5;5m\x1b[M !!
row 30  >
