# screen_chat__searches__for_a_character_that_comes_byte_by_byte
type née
key Enter
wait 500
key Ctrl-R
bytes n\xc3
see (reverse-i-search)`n': née
bytes \xa9
see (reverse-i-search)`né': née
bytes \xe6
key Enter
wait 500
notquit
