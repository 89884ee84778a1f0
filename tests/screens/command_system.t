# command_system__shows_and_changes__the_system_message
size 120x31
type /system
key Enter
see there is no system message
type /system Be brief.
key Enter
see the system message is: Be brief.
type hi
key Enter
wait 500
key Alt-T Home Down Enter
see Be brief.
key Esc
wait 60
key Esc
wait 60
type /system ""
key Enter
rows 2 there is no system message
