# command_edit__doubles__the_slash
args --delay 0
type //help
key Enter
wait 50
rows 2 /help
key Alt-E
row 23  > //help
key Enter
wait 50
see you  2/2
rows 2 /help
