# screen_markdown__tells_no_link__that_is_not_safe
args out=replay:@/recordings/markdown_links.jsonl --links on --trace-pane off
type go
key Enter
wait 100
row 10  [js](javascript:alert(1)) [local](file:///etc/passwd)
link - js
link - local
link http://e/%1B]0;owned%07 escape
see ^[]8;;http://evil^[\click
never \x1b]0;owned
never \x1b]8;;http
never javascript:alert\x1b
