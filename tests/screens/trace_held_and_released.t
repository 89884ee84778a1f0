# screen_chat__traces__what_is_held_back_and_released
size 120x31
args --stop ENDING
type a EN b END
key Enter
wait 35
see held       "E" may become "ENDING"
wait 10
see "EN" may become
rows 1 EN b
unseen released
wait 10
see released
wait 500
see ■ stop  end of the prompt
rows 2 a EN b END
rows 2 released
