# screen_server__says__that_a_filter_ended_it
args out=replay:@/recordings/content_filter.jsonl
type hi
key Enter
wait 100
row 5  Hello
see ▲ content_filter  as the server says
unseen anomal
