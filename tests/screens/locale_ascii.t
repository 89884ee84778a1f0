# screen_chat__shows_ascii_only__where_utf_8_is_not_shown
size 120x31
locale ascii
args --stop END
type one END
key Enter
wait 500
see * stop  matched "END" - 7 tokens - ttft 10 ms
column 71 |
row 29 ----------------------------------------------------------------------+-------------------------------------------------
unseen ?
type abcdefgh
key Enter
wait 25
key Ctrl-C
wait 1
see # cancelled
type /set max_tokens 2
key Enter
type caf\u{e9} \u{6f22}x
row 30  > caf? ??x
cursor 30 12
key Enter
wait 500
see caf? ??x
see ^ length  max_tokens 2 reached
never \u{e9}
never \u{2500}
never \u{b7}
