# A colour of its own is told to a terminal that can change colours.
config [theme]
config you = #4080c0 bold
type hi
key Enter
wait 200
look bold you
ink 67 you
