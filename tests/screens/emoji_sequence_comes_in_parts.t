# screen_chat__keeps_the_divider_straight__while_an_emoji_grows
size 120x31
args --delay 100
type |👨‍👩‍👧|🇩🇪|👍🏽|❤️|
key Enter
wait 250
column 71 │
wait 100
column 71 │
wait 100
column 71 │
wait 100
column 71 │
wait 100
column 71 │
wait 300
column 71 │
wait 100
column 71 │
wait 100
column 71 │
wait 2000
column 71 │
row 6  |👨👩👧|🇩🇪|👍|❤|                                                     │   1600.0  usage      16 in, 16 out
