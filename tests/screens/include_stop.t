# screen_chat__keeps_the_stop_string__with_include_stop_str_in_output
args --stop END --include-stop-str-in-output
see stop included
type one END two
key Enter
wait 200
row 5  one END
row 6  ■ stop  matched "END" · 7 tokens · ttft 10 ms · 100 tok/s
see matched    "END"  kept
