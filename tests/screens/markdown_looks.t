# screen_markdown__gives_looks__to_replies_only
args --delay 0
type # One **two**\nA *word*, `code`.\n\n```c\nint a;\n```\n> *q*
key Enter
wait 10
row 1 you
row 2  # One **two**
look plain One
key Ctrl-O
wait 0
see markdown is off: the true text
rows 2 # One **two**
key Ctrl-O
resize 80x12
row 1  ```c
