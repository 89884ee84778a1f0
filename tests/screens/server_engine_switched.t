# screen_server__takes_turns__with_the_echo_engine
size 80x40
args out=replay:@/recordings/hello.jsonl
type hi
key Enter
wait 100
row 4  replay  m
row 5  Hello
type /engine echo
key Enter
see the engine is echo
type one
key Enter
wait 100
see #2 chat → echo
see ■ stop  end of the prompt · 3 tokens
type /engine replay:@/recordings/usage.jsonl
key Enter
see the engine is replay
type bye
key Enter
wait 100
see ■ stop  as the server says · 42 tokens
rows 2 replay  m
type /engine no-such
key Enter
see unknown engine "no-such"
see replay │ idle
