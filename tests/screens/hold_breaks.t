# screen_break__holds__before_what_it_names
size 120x31
args --stop END
config break = on ND
type /break
key Enter
wait 1
see 1  on "ND"
unseen on finish
type /break at 3
key Enter
type /break on finish
key Enter
wait 1
see 3  on finish
type one END two
key Enter
wait 1000
see paused before token 3
see 30.0  paused     before token 3
see next text "e"
type /resume
key Enter
wait 1000
see paused before token 7
see paused     before token 7: on "ND"
see next the match "END"   held back "EN"
key F6
wait 1000
see matched    "END"  cut
see paused before the end
see next the usage   stop "END" 3/3
key F5
wait 1000
see paused before the end
see 70.0  paused     before the end
see next the end: stop
unseen ■ stop
key F6
wait 1
see ■ stop  matched "END"
unseen paused before
type /break clear 2
key Enter
wait 1
see 2  on finish
type /break clear
key Enter
wait 1
see there are no breakpoints
type /break clear 7
key Enter
wait 1
see there is no breakpoint 7; /break lists them
type /break soon
key Enter
wait 1
see a breakpoint is "at N", "on TEXT", "on finish" or "on anomaly";
