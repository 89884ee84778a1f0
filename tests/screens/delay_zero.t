# screen_chat__shows_all_at_once__without_a_delay
args --delay 0
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14\nl15\nl16\nl17\nl18\nl19\nl20\nl21\nl22\nl23\nl24\nl25\nl26\nl27\nl28\nl29\nl30
key Enter
wait 20
see ■ stop  end of the prompt · 119 tokens
