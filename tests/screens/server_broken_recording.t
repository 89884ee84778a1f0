# screen_server__plays__a_broken_recording_up_to_the_break
size 250x40
args --trace-pane bottom out=replay:@/recordings/broken.jsonl
type hi
key Enter
wait 100
see Hello
unseen cut off
type bye
key Enter
wait 100
see Good
see broken.jsonl: line 11 is cut or broken; the recording plays up to there
type again
key Enter
wait 100
see note       the recording is over; its first reply comes again
rows 2 Hello
