# screen_trace__shows__each_record
args --trace /dev/null
type hi
key Enter
wait 100
see record     request_end → /dev/null
key Alt-T
key Enter
wait 20
see Request #1
see dynamo.request.trace.v1
key PgDn PgDn
see input_sequence_hashes
