# NO_COLOR wins over the file.
env NO_COLOR=1
config theme = dark
config [theme]
config you = red
type hi
key Enter
wait 200
colour no
look bold you
