# screen_demo__types__in_vi_mode_too
inputrc set editing-mode vi
args --demo=cancel
wait 14000
see ◼ cancelled
key Esc
wait 50
unseen demo cancel
