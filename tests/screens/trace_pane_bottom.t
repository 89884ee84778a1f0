# screen_chat__starts_with_the_trace_below__when_told
size 120x31
args --trace-pane bottom
see ─ trace ─
unseen ┴
