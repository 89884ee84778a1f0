# screen_chat__shows__a_base_with_too_many_marks
size 120x31
type |a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\u{30b}\u{30c}\u{30d}\u{30e}\u{30f}\u{310}\u{311}\u{312}\u{313}\u{314}|
key Enter
wait 2000
column 71 │
see ■ stop
