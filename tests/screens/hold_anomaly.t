# screen_break__holds__a_servers_stream_before_an_anomaly
size 120x31
args out=replay:@/recordings/anomalies.jsonl
config break = on anomaly
type hi
key Enter
wait 10000
see paused before an anomaly
see next anomaly malformed-json
see 30.0  paused     before an anomaly
rows 1 malformed-json
key F5
wait 10000
see next anomaly unknown-finish-reason
type /resume
key Enter
wait 10000
# What comes late, when the answer is over, is not held.
see ▲ because  as the server says · ! 3 anomalies
see missing-done
see 40.0  resumed    after 10.0 s
