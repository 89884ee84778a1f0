# screen_chat__lists_completions__with_alt_question_mark
type /sto
bytes \x1b?
see stop strings
see /stop_token_ids
row 23  > /sto
bytes \x1b*
row 23  > /stop /stop_token_ids
