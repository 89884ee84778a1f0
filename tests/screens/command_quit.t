# command_quit__ends__the_program
type /quit
key Enter
quit
