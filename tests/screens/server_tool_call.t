# screen_server__shows__a_tool_call_as_one
args out=replay:@/recordings/tool_call.jsonl
type What is the weather in Oslo?
key Enter
wait 35
see tool call  weather({"city":)
wait 100
row 5  tool call  weather({"city":"Oslo"})
see ▲ tool_calls
see tool call  0 weather ""
see tool call  0 "{\"city\":"
unseen anomal
