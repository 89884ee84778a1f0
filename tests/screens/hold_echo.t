# screen_hold__walks__through_a_reply_of_the_echo_engine
size 120x31
args --stop END --max-tokens 20
type one EN two
key Enter
wait 62
see streaming
key F5
wait 60000
row 29  next " "   held back "EN", may become "END"   stop "END" 2/3   14 tokens left
see paused before token 7
see F5 go on   F6 step
see 62.0  paused     before token 7
# One token, in the time that was left to it.
key F6
wait 7
rows 1 one EN
wait 1
row 29  next "t"   stop "END" 0/3   13 tokens left
wait 60000
see paused before token 8
type /step 2
key Enter
wait 1000
see next "o"   stop "END" 0/3   11 tokens left
see paused before token 10
# It goes on where it was: nothing comes at once.
key F5
wait 9
row 6  one EN tw                                                            │     50.0  held       "EN" may become … released
wait 1
row 6  one EN two                                                           │     50.0  held       "EN" may become … released
wait 1
see ■ stop  end of the prompt · 10 tokens · ttft 10 ms · 100 tok/s
see 90.0  resumed    after 121.0 s
unseen next
row 31  echo │ idle │ stop "END" │ max 20                                                                   F1 help   F2 trace
