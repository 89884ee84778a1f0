# screen_mouse__drags__the_line_between_the_panes
size 120x31
type hi
key Enter
wait 100
column 71 │
bytes \x1b[<0;72;9M
bytes \x1b[<32;60;9M
column 60 │
bytes \x1b[<32;90;9M
column 90 │
bytes \x1b[<32;1;9M
column 19 │
bytes \x1b[<32;120;30M
column 102 │
bytes \x1b[<32;80;9M
bytes \x1b[<0;80;9m
bytes \x1b[<32;60;9M
column 80 │
resize 60x31
resize 120x31
column 80 │
resize 200x60
column 134 │
resize 120x31
key F2
row 19 ─ trace ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
bytes \x1b[<0;10;19M
bytes \x1b[<32;10;10M\x1b[<0;10;10m
row 10 ─ trace ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
key F2 F2
column 80 │
type /trace size 50%
key Enter
column 59 │
type /trace size 99
key Enter
see from 5% to 95%
type /trace size x
key Enter
rows 2 from 5% to 95%
