# sessions__says__that_there_are_none
type /sessions
key Enter
see no conversation is stored yet
type /load
key Enter
rows 2 no conversation is stored yet
type /load nothing
key Enter
see there is no conversation or file "nothing"; /sessions lists them
