# screen_demo__guesses__a_mistyped_name
type /demo stpo
key Enter
see there is no demo stpo; did you mean stop?
type /demo nonsense
key Enter
see there is no demo nonsense; /demo list shows all
type /demo ./nonsense.demo
key Enter
see cannot read ./nonsense.demo: No such file or directory
