# screen_demo__puts_back__all_that_was_the_users
demo own.demo
args --delay 5 --stop XYZ --trace-pane off --system Short.
type mine
key Enter
wait 100
type /demo own
key Enter
wait 7000
see abc
unseen mine
see demo own
key Esc
wait 50
row 24  this is your own chat again; /demo list shows all demos
unseen abc
row 2  mine
row 4  echo
row 5  mine
row 6  ■ stop  end of the prompt · 4 tokens · ttft 5.0 ms · 200 tok/s
type /set delay
key Enter
see delay is 5
row 24  echo │ idle │ stop "XYZ" │ max -                            F1 help   F2 trace
type /system
key Enter
see the system message is: Short.
# The history has no line of the demo.
key Up Up Up
row 23  > /demo own
key Up
row 23  > mine
key Enter
wait 100
see ■ stop  end of the prompt · 4 tokens · ttft 5.0 ms · 200 tok/s
