# screen_chat__goes_on_over_eos__with_ignore_eos
args --eos-token $ --ignore-eos
see ignore_eos
type ab$cd
key Enter
wait 200
row 5  ab$cd
type /set ignore_eos off
key Enter
type ab$cd
key Enter
wait 200
see ■ stop  end of sequence "$" · 3 tokens
