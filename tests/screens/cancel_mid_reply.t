# screen_chat__cancels__in_the_middle_and_goes_on_with_the_next
size 120x31
type abcdefghij
key Enter
wait 45
key Esc
wait 100
see ◼ cancelled
type next
key Enter
wait 500
see #2
see ■ stop  end of the prompt · 4 tokens
key Alt-T Home Down Enter
see "abcdefghij"
key Esc
wait 60
key End Up Up Up Up
key Enter
see "next"
see abcd
