# screen_demo__plays__the_tour_to_its_end
type mine
key Enter
wait 100
type /demo
key Enter
wait 600
see demo 1/9 echo
key n
wait 3000
see ■ stop  end of the prompt
row 22  The line below a reply tells why it ended: here, the prompt was over.
key n
wait 1500
see demo 2/9 stop
key n
wait 1500
see ■ stop  matched "END"
key n
wait 10
row 22  It can be kept, if a program wants to see it:
wait 7000
see one two END
key n
wait 1500
see demo 3/9 held-back
key n
wait 2500
see held       "STO" may become "STOP"
unseen released
row 5  Is a
wait 200
see released
row 5  Is a STON
wait 5000
see matched    "STOP"
row 22  STO was shown when it had become STONE, and never when it was STOP.
key n
wait 100
key n
wait 2000
see demo 4/9 overlap
key n
wait 2000
see ■ stop  matched "bc"
wait 12000
see ■ stop  matched "ab"
key n
wait 2000
see demo 5/9 token-id
key n
wait 2000
see ■ stop  token id 33
key n
wait 2000
see demo 6/9 eos
key n
wait 2000
see ■ stop  end of sequence "<|end|>"
key n
wait 3000
see Bye.<|end|>And so on
see ■ stop  end of the prompt
key n
wait 2000
see demo 7/9 max-tokens
key n
wait 2000
see ▲ length  max_tokens 12 reached
key n
wait 2000
see demo 8/9 cancel
wait 8000
see ◼ cancelled
key n
wait 2000
see demo 9/9 no-finish
key n
wait 2000
see ■ end  [DONE] without a finish_reason
see ! missing-finish-reason
key n
wait 1000
see Now try your own server
wait 9000
unseen demo 9/9
row 2  mine
