# export__refuses__unknown_endings
type /export
key Enter
see the name of the file must end in .md, .json, .txt or .html
type /export a.pdf
key Enter
see "a.pdf" does not
type /export /dev/null/a.md
key Enter
see there is no message to write yet
type hi
key Enter
wait 300
type /export /dev/null/a.md
key Enter
see cannot write /dev/null/a.md: Not a directory
