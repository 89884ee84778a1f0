# command_trace__clears__while_a_line_is_selected
size 120x31
type hi
key Enter
wait 100
key Alt-T Up
look reverse 20.0  usage
key F2
look reverse 20.0  usage
key F2
look bold > 
key Alt-T
see the trace is not shown; F2 shows it
