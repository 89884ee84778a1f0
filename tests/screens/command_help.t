# command_help__shows__all_or_one
size 120x31
type /help
key Enter
see Keys
key q
type /help stop
key Enter
see /stop [add TEXT|del TEXT|clear|inspect]
type /help /max-tokens
key Enter
see max_tokens: the reply ends after that many tokens
type /help nosuch
key Enter
see nosuch
