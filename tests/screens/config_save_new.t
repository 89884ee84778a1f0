# Without a file one is made.
type /set theme light
key Enter
type /set --save
key Enter
see /echochat/config: theme
saved theme = light
