# screen_chat__pastes__a_command_as_text
paste /quit\n
notquit
key Enter
quit
