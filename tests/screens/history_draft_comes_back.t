# screen_chat__brings_the_draft_back__after_a_look_at_the_history
type first
key Enter
wait 500
type my draft
key Up
row 23  > first
key Down
row 23  > my draft
