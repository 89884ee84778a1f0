# resume__begins_anew__when_nothing_is_stored
args --resume
see no conversation is stored yet; this is a new one
