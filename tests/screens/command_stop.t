# command_stop__changes__the_stop_strings
type /stop
key Enter
see stop is not set
type /stop add END
key Enter
see stop is "END"
type /stop add \\n\\n
key Enter
see stop is "END" "\n\n"
see stop "END" "\n\n" │
type one END
key Enter
wait 200
see ■ stop  matched "END"
type /stop del END
key Enter
see stop is "\n\n"
type /stop del nothere
key Enter
see "nothere" is not in stop
type /stop clear
key Enter
row 24  echo │ idle │ stop - │ max -                                F1 help   F2 trace
type /stop add ""
key Enter
see an empty string is left out
type /stop remove x
key Enter
see use /stop add TEXT, /stop del TEXT or /stop clear
type /stop add \\q
key Enter
see \q
