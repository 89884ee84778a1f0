# screen_find__waits__for_text_that_is_not_there_yet
args --delay 100 out=replay:@/recordings/reasoning.jsonl
type 2 and 2?
key Enter
key Ctrl-F
type four
see no match
type x
key Ctrl-U
type it is
see no match
wait 1000
see find it is  0/1
key Enter
see find it is  1/1
