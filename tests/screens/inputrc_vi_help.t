# screen_chat__closes_help_with_escape__in_vi_mode
inputrc set editing-mode vi
inputrc set show-mode-in-prompt on
key F1
see Keys
key Esc
wait 60
unseen Keys
type ab
see ab
key Alt-T
look bold trace
key Esc
wait 60
look plain trace
