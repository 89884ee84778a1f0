# command__complains__about_a_slash_alone
type /
key Enter
see there is no command
notquit
type / hi
key Enter
wait 100
unseen you
