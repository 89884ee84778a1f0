# screen_markdown__gives_looks__to_lines_that_are_complete
args out=replay:@/recordings/markdown.jsonl --trace-pane off
type go
key Enter
wait 21
row 5  # Title of **th
look plain # Title
wait 10
row 5  # Title of **this**
look bold Title
look bold this
look plain # Title
wait 20
row 6  Bold **word**, *slanted*, `code`.
look plain word
look plain slanted
wait 10
row 6  Bold **word**, *slanted*, `code`.
look plain Bold
look bold word
look italic slanted
wait 200
row 5  # Title of **this**
row 6  Bold **word**, *slanted*, `code`.
row 8  ```c
row 9  int x = 1;
row 10  ```
row 11  1. first
row 12  > quoted
row 14  | cell |
row 16  | [site](http://a.b) |
row 17  last **line**
row 18  ■ stop  as the server says · 11 tokens counted · ttft 20 ms · 100 tok/s
look bold cell
look underline site
look bold line
