# screen_demo__holds__the_reply_that_streams_too
args --demo=held-back
wait 8000
key Space
wait 100
see demo paused
see streaming
wait 60000
see streaming
unseen ■ stop
key Space
wait 10000
see ■ stop  matched "STOP"
