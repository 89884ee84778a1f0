# screen_demo__goes_on__when_it_is_skipped_while_it_is_held
demo own.demo
args --demo=own
wait 600
key Space n
wait 100
row 22  Done.
see demo own
