# screen_hold__shows__the_state_in_80_columns
args --stop END --stop ENtwo --stop EX --max-tokens 20
type one EN two
key Enter
wait 52
type /pause
key Enter
wait 5
row 21  next "N"   held back "E", may become "END"   stop "END" 1/3, "ENtwo" 1/5, "EX"
row 22  1/2   15 tokens left
row 23  >
row 24  echo │ paused before token 6                     Esc stop   F5 go on   F6 step
