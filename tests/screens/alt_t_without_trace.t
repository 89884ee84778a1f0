# screen_chat__says_where_the_trace_is__when_it_is_not_shown
size 80x10
key Alt-T
see the trace is not shown; F2 shows it
