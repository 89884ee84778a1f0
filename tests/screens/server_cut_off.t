# screen_server__says__that_a_reply_was_cut_off
size 120x31
args out=replay:@/recordings/cut_off.jsonl
type hi
key Enter
wait 100
see Hello
see ✖ cut off  host:8000 closed the connection before the end of its
see ! premature-close
see ! missing-finish-reason
see ! missing-done
type again
key Enter
wait 100
rows 2 Hello
