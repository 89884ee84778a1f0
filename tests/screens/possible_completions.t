# screen_chat__lists_completions__with_alt_question_mark
type /st
bytes \x1b?
see stop strings
see /stop_token_ids
row 23  > /st
bytes \x1b*
row 23  > /stop /stop_token_ids
