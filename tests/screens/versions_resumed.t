# resume__has__all_versions
args --resume --delay 0
stored 20251231T030000Z-dddddddd.jsonl
see echo  2/2
see second re
see the program ended before the reply did
key Alt-Left
see echo  1/2
see first reply
see behind the first
type more
key Enter
wait 50
key Alt-Right
see second re
unseen more
# So does what was done since.
type /new
key Enter
type /load 20251231T030000Z
key Enter
see echo  2/2
see second re
key Alt-Left
see behind the first
see more
