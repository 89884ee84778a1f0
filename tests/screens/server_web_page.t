# screen_server__says__that_a_web_page_came
args out=replay:@/recordings/web_page.jsonl
type hi
key Enter
wait 100
see ✖ failed  the reply is a web page and not one of the API: is the address
see ! wrong-content-type
