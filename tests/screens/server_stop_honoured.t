# screen_server__says__which_stop_string_the_server_matched
args out=replay:@/recordings/stop_honoured.jsonl
type hi
key Enter
wait 100
row 6  ■ stop  matched "END" · 1 token counted · ttft 20 ms
unseen anomal
