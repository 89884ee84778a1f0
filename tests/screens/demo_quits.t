# screen_demo__ends__the_program_if_it_says_so
demo quits.demo
args --demo=quits
wait 5000
quit
