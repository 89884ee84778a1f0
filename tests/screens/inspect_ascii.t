# screen_inspect__draws_bars__without_unicode
locale ascii
args --stop END
type xEN
key Enter
wait 25
key F4
see stop   "END"          #--          1 of 3
wait 10
see stop   "END"          ##-          2 of 3
