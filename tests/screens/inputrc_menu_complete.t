# screen_chat__goes_through_completions__with_menu_complete
inputrc TAB: menu-complete
inputrc set show-all-if-ambiguous off
type /sy
key Tab
row 23  > /system
key Ctrl-U
type /tr
key Tab
row 23  > /trace
key Ctrl-U
type /stop x
key Ctrl-W Tab
row 23  > /stop add
key Tab
row 23  > /stop clear
key Enter
see stop is not set
