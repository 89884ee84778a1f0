# screen_chat__shows_ascii_only__on_a_small_screen
size 20x4
locale ascii
args --stop ENDING
type hi
key Enter
wait 200
row 4  echo | idle | sto~
key Ctrl-Home
row 2  hi               v
never \u{2026}
never \u{25bc}
