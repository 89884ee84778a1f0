# command_copy__names__what_tmux_needs
args --delay 0 --trace-pane off
env TMUX=/tmp/tmux-0/default,1,0
type one
key Enter
wait 50
key Alt-W
see copied the reply, 3 bytes; tmux needs: set -g set-clipboard on
clipboard one
never \u{1b}Ptmux
type /set clipboard tmux
key Enter
key Alt-W
clipboard one
see copied the reply, 3 bytes
