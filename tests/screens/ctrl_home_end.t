# screen_chat__goes__to_the_first_and_the_last_message
paste l01\nl02\nl03\nl04\nl05\nl06\nl07\nl08\nl09\nl10\nl11\nl12\nl13\nl14
key Enter
wait 2000
key Ctrl-Home
row 2  l01
see more below
key Ctrl-End
row 12  l14
see ■ stop  e
unseen more below
