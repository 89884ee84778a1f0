# command_unset__needs__a_name
type /unset
key Enter
see /unset needs the name of a setting
type /unset nothing_at_all
key Enter
see there is no setting nothing_at_all
type /set delay 50
key Enter
see delay is 50
type /unset delay
key Enter
see delay is 10
