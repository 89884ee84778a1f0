# screen_inspect__is_laid_out__at_200x60
size 200x60
args --stop b --stop ab --stop-dialect vllm
type /stop inspect
key Enter
see Nothing was asked yet; this holds for the first reply  rules: vllm
see stop   "ab"           ░░           0 of 2
key Esc
wait 60
type xaby
key Enter
wait 500
type /stop inspect
key Enter
see Reply #1  by echo  is over  rules: vllm
see matched at 3
see passed over 1 time, at 2
see reply        "xa"  2 characters
see cut          "b"  1 character
rows 3 1 character    stop  "ab"
see openai       "x"
see llama.cpp    "x"
unseen dynamo
look bold Verdict
key Esc
wait 60
unseen Verdict
