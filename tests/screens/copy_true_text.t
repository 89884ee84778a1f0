# command_copy__copies__what_came
args --delay 0 --trace-pane off
type /copy
key Enter
see there is no reply to copy yet
paste a\tb\nü😀
key Enter
wait 50
type /copy
key Enter
see copied the reply, 10 bytes; if it does not arrive: /help copy_command
clipboard a\tb\nü😀
type second
key Enter
wait 50
type /copy 1
key Enter
see copied the message, 10 bytes
unseen if it does not arrive
clipboard a\tb\nü😀
type /copy last
key Enter
clipboard second
type /copy 7
key Enter
see there is no message 7; they are counted from 1
type /copy x
key Enter
see there is no message x
type /copy trace
key Enter
see copied the trace
type /copy all
key Enter
see copied the conversation
type /set clipboard off
key Enter
type /copy
key Enter
see there is no clipboard here; /set copy_command
