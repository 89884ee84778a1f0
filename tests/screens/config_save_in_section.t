# What stands in the section of the engine is saved there.
args out=slow
config [engine slow]
config engine = echo
config delay = 100
config model = a
type /set delay 50
key Enter
type /set temperature 1
key Enter
type /model b
key Enter
type /set --save
key Enter
wait 100
saved temperature = 1
saved [engine slow]
saved delay = 50
saved model = "b"
