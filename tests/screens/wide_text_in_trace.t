# screen_chat__keeps_the_divider_straight__with_wide_text_in_the_trace
size 120x31
args -v --stop 👩‍🚀終 --stop 🇩🇪x
type a👩‍🚀漢字e\u{301}🇩🇪x
key Enter
wait 2000
column 71 │
see held
see ■ stop  matched "🇩🇪x"
