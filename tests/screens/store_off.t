# store__writes__nothing_when_off
args --store off
type secret
key Enter
wait 500
type /sessions
key Enter
see no conversation is stored yet
type /save
key Enter
see the conversation is not stored; /save FILE writes
type /set store on
key Enter
type open
key Enter
wait 500
type /sessions
key Enter
see conversations
see open
unseen secret
