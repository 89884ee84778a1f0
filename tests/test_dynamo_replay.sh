#!/bin/sh
# test_dynamo_replay.sh: Dynamo's own tool replays our trace records. Needs
# ai-dynamo of PyPI; PYTHON names a Python that has it.
export LC_ALL=C TERM=dumb INPUTRC=/dev/null
echochat=${ECHOCHAT:-./echochat}
python=${PYTHON:-python3}
number=0

# result NAME COMMAND...
result()
{
	name=$1
	shift
	number=$((number + 1))
	if "$@" >"$scratch/said" 2>&1; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
		sed 's/^/# /' "$scratch/said"
	fi
}

# Replays the files; each request must come back complete.
replays()
{
	"$python" - "$@" <<-END
		import sys
		from dynamo.replay import run_trace_replay
		report = run_trace_replay(
		    sys.argv[1:], trace_format="dynamo", execution_model="echo")
		summary = getattr(report, "summary", report)
		print(summary)
		assert summary["completed_requests"] == 100
		assert summary["total_output_tokens"] == $tokens
	END
}

if ! "$python" -c 'import dynamo.replay' 2>/dev/null; then
	echo '1..0 # SKIP ai-dynamo is missing: pip install ai-dynamo'
	exit 0
fi
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

echo 1..3
i=100
while [ $i -le 199 ]; do
	"$echochat" -p "This is request $i, and no other begins as it does, \
for all of two blocks and a little more" --delay 0 \
	    --trace "$scratch/compact" >"$scratch/reply"
	i=$((i + 1))
done
tokens=$(($(wc -m <"$scratch/reply") * 100 - 100))
result dynamo__replays__compact_records replays "$scratch/compact"

i=100
while [ $i -le 199 ]; do
	echo "message $i"
	i=$((i + 1))
done >"$scratch/lines"
tokens=1100
"$echochat" --plain --delay 0 --trace "$scratch/full" <"$scratch/lines" \
    >/dev/null
result dynamo__replays__records_of_a_session replays "$scratch/full"

DYN_REQUEST_TRACE_FILE_ROLL_LINES=40 "$echochat" --plain --delay 0 \
    --trace "$scratch/parts" --trace-format jsonl_gz <"$scratch/lines" \
    >/dev/null
result dynamo__replays__segments replays "$scratch"/parts.*.jsonl.gz
