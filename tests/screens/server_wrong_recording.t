# screen_server__refuses__what_is_no_recording
size 250x24
args --trace-pane bottom
type /engine replay:@/server_usage.t
key Enter
see server_usage.t is no recording
see echo │ idle
type hi
key Enter
wait 100
see ■ stop  end of the prompt
