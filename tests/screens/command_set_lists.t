# command_set__lists__all_settings
size 120x50
type /set
key Enter
see max_tokens
see include_stop_str_in_output  off
see delay                       10
