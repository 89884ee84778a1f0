# command_retry__keeps__the_reply_that_was_there
args --delay 0 --trace-pane off
type abc
key Enter
wait 50
type /set max_tokens 2
key Enter
type /retry
key Enter
wait 50
see echo  2/2
see ▲ length  max_tokens 2 reached
key Alt-Left
see echo  1/2
see ■ stop  end of the prompt
unseen ▲ length
key Alt-Left
see this is the first version
key Alt-Right
see echo  2/2
see ▲ length
key Alt-Right
see this is the last version
type /version 1
key Enter
see echo  1/2
type /version
key Enter
see this is version 1 of 2; /version N shows another
# Message 1 is asked again, and the third version is behind the others.
type /retry 1
key Enter
wait 50
see echo  3/3
type /retry 9
key Enter
see there is no message 9
