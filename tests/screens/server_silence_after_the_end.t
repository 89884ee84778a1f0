# screen_server__ends_the_reading__after_a_second_of_silence
args out=replay:@/recordings/silence_after_the_end.jsonl
type hi
key Enter
wait 1030
see ■ stop
unseen missing-done
wait 20
see 1040.0  ! missing-done
wait 5000
row 5  Hello
unseen again
