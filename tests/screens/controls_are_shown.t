# screen_chat__shows__what_would_control_the_terminal
type a
bytes \x16\x1b
wait 60
bytes ]0;title\x16\x07b\x16\x1b[31mc\x16\x0dd\x16\x08e
row 23  > a^[]0;title^Gb^[[31mc^Md^He
key Enter
wait 2000
row 2  a^[]0;title^Gb^[[31mc^Md^He
row 5  a^[]0;title^Gb^[[31mc^Md^He
look reverse ^[]0
never \x1b]0
never \x07
