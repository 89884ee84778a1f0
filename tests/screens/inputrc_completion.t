# screen_chat__lists_completions__whatever_inputrc_says
inputrc set show-all-if-ambiguous off
inputrc set bell-style visible
inputrc set completion-query-items 2
inputrc set page-completions on
inputrc set colored-stats on
inputrc set colored-completion-prefix on
inputrc set visible-stats on
inputrc set print-completions-horizontally on
type /
key Tab Tab
see /copy
row 23  > /
cursor 23 5
key y
row 23  > /y
never \x07
never Display all
never \x1b[?5h
