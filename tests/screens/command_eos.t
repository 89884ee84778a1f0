# command_eos__changes__the_end_of_sequence_tokens
type /eos add <|end|>
key Enter
see eos_token is "<|end|>"
see eos "<|end|>"
type hi<|end|>there
key Enter
wait 500
see ■ stop  end of sequence "<|end|>" · 9 tokens
type /eos clear
key Enter
see eos_token is not set
