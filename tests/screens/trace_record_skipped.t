# screen_trace__shows__a_record_that_is_not_made
args --trace /dev/null --n 2
type hi
key Enter
wait 100
see no record  multiple output choices are not supported
