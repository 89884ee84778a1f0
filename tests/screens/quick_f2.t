# screen_chat__counts_each_key__of_those_in_one_frame
size 120x31
bytes \x1bOQ\x1bOQ\x1bOQ
column 71 │
bytes \x1bOQ\x1bOQ
unseen ─ trace
