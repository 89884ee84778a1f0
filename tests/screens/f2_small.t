# screen_chat__moves_the_trace__only_where_it_fits
size 40x10
type hi
key Enter
wait 100
unseen #1
key F2
unseen #1
key F2
unseen #1
see ■ stop
resize 80x24
