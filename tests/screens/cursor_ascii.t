# screen_ascii__marks__the_message
locale ascii
env NO_COLOR=1
args --delay 0 --trace-pane off
type one
key Enter
wait 50
key Alt-A
wait 50
key Alt-Up
colour no
see > echo  2/2
look reverse > echo
key Alt-Up
row 1  > you                                                                 00:00:00
