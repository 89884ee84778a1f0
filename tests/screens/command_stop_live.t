# command_stop__holds__from_the_next_message_on
type one END two
key Enter
wait 20
type /stop add END
key Enter
see stop is "END"
wait 500
see end of the prompt
type one END two
key Enter
wait 500
see ■ stop  matched "END"
