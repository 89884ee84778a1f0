# command_stop__keeps__blanks_in_quotes
type /stop add " b "
key Enter
see stop is " b "
type a b c
key Enter
wait 500
see ■ stop  matched " b "
