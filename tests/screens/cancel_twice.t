# screen_chat__stays__when_ctrl_c_comes_twice
type abcdef
key Enter
wait 35
bytes \x03\x03
wait 1
see ◼ cancelled
notquit
key Ctrl-C Ctrl-C Ctrl-C
notquit
rows 2 ◼ cancelled
type xy
key Enter
wait 500
see ■ stop  end of the prompt · 2 tokens
