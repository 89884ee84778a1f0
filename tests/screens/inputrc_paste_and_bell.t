# screen_chat__keeps_pastes_and_bells_to_itself__whatever_inputrc_says
inputrc set enable-bracketed-paste on
inputrc set bell-style visible
inputrc set blink-matching-paren on
inputrc set mark-modified-lines on
inputrc set enable-active-region on
inputrc set horizontal-scroll-mode on
inputrc set echo-control-characters on
paste one (two)\nthree
row 22  > one (two)
row 23    three
key Ctrl-C
type (a)
key Backspace Backspace Backspace Backspace Backspace
row 23  >
key Down Ctrl-G
never \x07
cursor 23 4
