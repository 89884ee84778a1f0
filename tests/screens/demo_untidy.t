# screen_demo__tidies_up__behind_a_demo
demo untidy.demo
args --demo=untidy
wait 2200
see Keys
wait 3000
key Esc
wait 50
row 23  >
see trace
type abc
key Enter
wait 100
see ■ stop  end of the prompt · 3 tokens
