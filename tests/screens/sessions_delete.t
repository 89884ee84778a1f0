# sessions__deletes__when_it_is_asked_twice
size 100x20
stored 20251231T000000Z-aaaaaaaa.jsonl
stored 20251231T010000Z-bbbbbbbb.jsonl
stored 20251231T020000Z-cccccccc.jsonl
type /sessions
key Enter
key Down d
see d deletes "docker and streams"; any other key keeps it
key Esc
wait 60
see conversations
see type to filter
key d Down
see type to filter
look reverse why does it stop
see docker
key Up d d
unseen docker
see killed
look reverse why does it stop
type killed
key Delete
see d deletes "killed in the middle"
key Enter
see 1 of 2
key Ctrl-d Ctrl-d
see nothing matches
key Enter Delete Ctrl-u
look reverse why does it stop
key Enter
see because
# What is open is not deleted.
type /sessions
key Enter
key d d
see it is open
see why does it stop
key Esc
wait 60
type /new
key Enter
type /sessions
key Enter
key d d
see nothing matches
key Ctrl-c
unseen conversations
notquit
