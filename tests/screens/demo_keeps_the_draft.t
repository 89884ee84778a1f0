# screen_demo__keeps__what_stands_in_the_line
demo own.demo
inputrc "\C-t": "/demo own\C-mdraft"
key Ctrl-T
wait 600
row 22  Look here.
row 23  >
key Esc
wait 50
row 23  > draft
