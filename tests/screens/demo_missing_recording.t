# screen_demo__says__that_its_engine_cannot_be_opened
demo missing.demo
type /demo missing
key Enter
wait 100
see missing.demo: cannot
see missing.jsonl
unseen demo missing
type still here
key Enter
wait 200
rows 2 still here
