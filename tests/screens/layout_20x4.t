# screen_chat__works__at_20x4
size 20x4
type hello there
row 3  > hello there
cursor 3 15
key Enter
wait 55
row 2  hello
see streaming
wait 200
row 1  hello there
row 2  ■ stop
row 3  >
type A line that is longer than the screen
row 3    screen
cursor 3 10
key Enter
wait 500
see ■ stop
key PgUp PgUp
see A line
key Ctrl-Home
row 1  you
key Ctrl-End
see ■ stop
