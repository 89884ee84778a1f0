# A theme of the file, a style of the user's own, and another theme live.
config stop = END
config [theme]
config name = light
config stop = red underline
type one END two
key Enter
wait 200
ink 25 you
look underline stop  matched
ink 1 stop  matched
type /set theme dark
key Enter
ink 117 you
type /set theme terminal
key Enter
ink 6 you
type /set theme mono
key Enter
colour no
look bold you
type /set theme durk
key Enter
see theme must be auto or dark or light or mono or terminal; "durk" is not
