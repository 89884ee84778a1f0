# screen_demo__names__file_and_line_of_what_is_wrong
demo broken.demo
type /demo broken
key Enter
wait 100
see /echochat/demo/broken.demo:3: unknown verb "tpye"
see did you mean type?
unseen demo broken │
unseen This is fine
