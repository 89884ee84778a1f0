# screen_chat__cleans__a_paste_of_control_characters
paste a\x1b[31mred\x1b]52;c;QQ==\x07b\x08c\x03d\x1b[200~e\x00f\x7fg
see a[31mred]52;c;QQ==bcd[200~efg
key Enter
wait 1000
see ■ stop
never \x1b]52
never \x07
notquit
