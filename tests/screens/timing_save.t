# screen_timing__says__what_it_needs_to_write
size 120x31
type /timing save /dev/null
key Enter
see no reply has come yet
type hi
key Enter
wait 100
type /timing save x.png
key Enter
see the name must end in .svg or .csv
type /timing save
key Enter
see use /timing, or /timing save FILE.svg or FILE.csv
type /timing what
key Enter
see use /timing, or /timing save FILE.svg or FILE.csv
type /timing save /dev/null/x.svg
key Enter
see /dev/null/x.svg
