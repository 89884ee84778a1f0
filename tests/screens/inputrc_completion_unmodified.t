# screen_chat__lists_completions__with_show_all_if_unmodified
inputrc set show-all-if-ambiguous on
inputrc set show-all-if-unmodified on
inputrc set bell-style audible
type /s
key Tab
see /stop_token_ids
row 23  > /s
type to
key Tab
row 23  > /stop
cursor 23 9
key Tab
see /stop_token_ids
never \x07
