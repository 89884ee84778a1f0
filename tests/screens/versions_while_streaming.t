# screen_chat__keeps_versions_as_they_are__while_a_reply_streams
type first
key Enter
wait 500
key Alt-A
wait 20
key Alt-Left
see a reply streams: Esc stops it first
key Alt-A
see a reply streams: Esc stops it first
key Alt-E
see a reply streams: Esc stops it first
type /edit
key Enter
row 23  > /edit
key Ctrl-C
wait 20
see cancelled
key Ctrl-C
key Alt-Left
see echo  1/2
see ■ stop  end of the prompt
key Alt-Right
see cancelled
