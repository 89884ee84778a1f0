# screen_server__names__what_the_server_got_wrong
size 120x31
args out=replay:@/recordings/anomalies.jsonl
type hi
key Enter
wait 45
see ! 2 anomalies
wait 100
see ▲ because  as the server says · ! 3 anomalies · 1 token counted
see     30.0  ! malformed-json "{\"choices… byte 82
see     40.0  ! unknown-finish-reason "\"… byte 103
see     50.0  ! missing-done
key Alt-T
key Up Up Up
key Enter
see malformed-json
see meaning  a payload is broken JSON
see 7b 22 63 68 6f 69 63 65 73 22 3a 5b 7d           {"choices":[}
key Esc
