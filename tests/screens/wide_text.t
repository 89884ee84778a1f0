# screen_chat__keeps_the_divider_straight__with_wide_text
size 120x31
type 漢字かな交じり文 e\u{301}a\u{308} |❤️| |👨‍👩‍👧| |🇩🇪🇫🇷| |👍🏽| |🅱️| |\u{200b}| 한국어 ไทย
key Enter
wait 2000
column 71 │
rows 29 │
see |❤|
see 한국어
see ■ stop
bytes \x0c
column 71 │
rows 29 │
key F2 F2 F2
column 71 │
resize 100x31
resize 120x31
column 71 │
