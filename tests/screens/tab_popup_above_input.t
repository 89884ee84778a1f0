# screen_chat__lists_completions__never_over_the_line
type /s
key Tab
see /set
see /stop_token_ids
see stop strings
row 23  > /s
cursor 23 6
row 24  echo │ idle │ stop - │ max -                                F1 help   F2 trace
type e
unseen stop strings
row 23  > /se
