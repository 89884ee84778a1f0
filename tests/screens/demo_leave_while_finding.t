# screen_demo__ends__while_it_looks_for_something
demo finding.demo
args --demo=finding
wait 5500
see find t
row 9 ─ trace ────────────────────────────────────────────────────────────────────────
key Esc
wait 50
unseen find t
rows 0 e f g h
row 14 ─ trace ────────────────────────────────────────────────────────────────────────
type abc
key Enter
wait 100
see ■ stop  end of the prompt · 3 tokens
key Ctrl-F
type a
see find a
