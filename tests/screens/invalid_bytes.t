# screen_chat__repairs__what_is_no_utf_8
bytes a\xffb\xc3
key Enter
wait 500
see the message was not UTF-8
see a�b
see ■ stop
