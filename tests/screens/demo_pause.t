# screen_demo__holds__until_space_is_pressed_again
demo own.demo
args --demo=own
wait 1850
row 23  > /s
key Space
wait 60000
row 23  > /s
row 24  demo paused │ echo │ idle │ stop -         Space goes on   n next   Esc leaves
key Space
wait 100
row 23  > /set
see demo own
