#!/bin/sh
# test_clients.sh: clients that no one here wrote talk to in=http: curl; where
# they are installed, the packages openai of PyPI and of npm, and ai of npm.
#
# PEER_MODULES may name a folder node_modules, PEER_PYTHON an interpreter; else
# those of npm -g and the first python3 are taken. The servers listen on
# loopback only, on free ports, and end with the test.
export LC_ALL=C no_proxy=127.0.0.1
unset OPENAI_API_KEY
here=$(dirname "$0")
. "$here/tap.sh"
program=${ECHOCHAT:-./echochat}
servers=
through=

clean_up()
{
	[ -z "$servers" ] || kill $servers
	wait
	rm -rf "$scratch"
}

# serve NAME OPTION...: sets url.
serve()
{
	what=$1
	shift
	: >"$scratch/address"
	"$program" in=http --http-port 0 "$@" >"$scratch/address" \
	    2>"$scratch/$what.log" &
	servers="$servers $!"
	found=
	wait_for /v1 "$scratch/address" || found=$(cat "$scratch/$what.log")
	result "a server that is $what" "$found"
	url=$(cat "$scratch/address")
}

# ---- curl.

# curl_to PATH BODY OPTION...: shows what the server sends, the head too.
curl_to()
{
	path=$1
	body=$2
	shift 2
	curl -sSi --max-time 20 "$@" --data "$body" "$url$path" 2>&1
}

# The text of a stream, put together.
joined()
{
	sed -n -e 's/^data: .*"delta":{"content":"\(.*\)"},"logp.*/\1/p' \
	    -e 's/^data: .*"text":"\(.*\)","logprobs".*/\1/p' | tr -d '\n'
}

# is WHAT GOT WANTED: says how they differ.
is()
{
	[ "$2" = "$3" ] || echo "$1 is $2, not $3"
}

# Each finish_reason but null.
reasons()
{
	sed -n 's/^data: .*"finish_reason":"\([^"]*\)".*/\1/p'
}

# The same reply whole and as a stream.
check_reply()
{
	case $endpoint in
	chat) path=/chat/completions kind=content ;;
	*) path=/completions kind=text ;;
	esac
	result "$through$name" "$(has "$(curl_to $path "{$body}")" \
	    'HTTP/1.1 200 OK' 'Content-Type: application/json' \
	    "\"$kind\":\"$wanted\"" "\"finish_reason\":\"$finish\"")"
	got=$(curl_to $path "{$body,\"stream\":true}" -N)
	result "$through$name, streamed" \
	    "$(has "$got" 'Content-Type: text/event-stream' 'data: [DONE]'
	    is text "$(printf '%s\n' "$got" | joined)" "$wanted"
	    is finish_reason "$(printf '%s\n' "$got" | reasons)" "$finish")"
}

# Reports about other servers, as requests to this one:
# name|endpoint|prompt|fields|text|finish_reason
replies='
vllm 3572: a stop within a token|chat|"ab.cd"|"stop":["."]|ab|stop
vllm 3574: the beginning of a stop|chat|"hello STOP x"|"stop":["STOP"]|hello |stop
llama.cpp 9867: text before a stop that does not come|completions|"a\nb"|"stop":["\n\n"],"max_tokens":2|a\n|length
llama.cpp 11538: a stop of several tokens|chat|"one\n\nUser: two"|"stop":["\n\nUser:"]|one|stop
llama.cpp 15007: half a stop at the end|chat|"say </s"|"stop":["</s>"]|say </s|stop
dynamo 14463: five stops|chat|"abc"|"stop":["1","2","3","4","5"]|abc|stop
inference-sim 29, 545: it says length|completions|"abcdef"|"max_tokens":3|abc|length
inference-sim 446: content in parts|chat|[{"type":"text","text":"hi"}]|"n":1|hi|stop
dynamo 3531: the last tokens|chat|"abc"|"n":1|abc|stop
OpenMetadata 29531: UTF-8|chat|"é 日本 🎉"|"n":1|é 日本 🎉|stop
openai-python 2722: nothing is empty|chat|"a"|"stop":null,"top_k":1|a|stop
'

check_replies()
{
	printf '%s' "$replies" >"$scratch/replies"
	while IFS='|' read -r name endpoint prompt fields wanted finish; do
		[ "$name" ] || continue
		case $endpoint in
		chat) body="\"messages\":[{\"role\":\"user\",
		    \"content\":$prompt}],$fields" ;;
		*) body="\"prompt\":$prompt,$fields" ;;
		esac
		check_reply
	done <"$scratch/replies"
}

hi='"messages":[{"role":"user","content":"hi"}]'

check_stream_form()
{
	result 'inference-sim 362: no template in the reply' \
	    "$(has "$(curl_to /chat/completions '{"messages":[
	    {"role":"system","content":"Be nice."},
	    {"role":"user","content":"hi"}]}')" '"content":"hi"')"
	got=$(curl_to /chat/completions "{$hi,\"n\":2,\"stream\":true,
	    \"stream_options\":{\"include_usage\":true}}" -N)
	result 'ollama 4357, OmniRoute 7800: one finish_reason a choice' \
	    "$(is 'the list' "$(printf '%s\n' "$got" | reasons | tr '\n' ' ')" \
	    'stop stop ')"
	for index in 0 1; do
		result "litellm 3276: the text of choice $index" \
		    "$(is it "$(printf '%s\n' "$got" |
		    grep "\"index\":$index" | joined)" hi)"
	done
	result 'aimock 368: a chunk of usage before [DONE]' \
	    "$(is it "$(printf '%s\n' "$got" | grep '^data: ' | tail -n 2 |
	    sed 's/.*\("choices.*\)/\1/')" "$(printf '%s\n' '"choices":[],'\
'"usage":{"prompt_tokens":2,"completion_tokens":4,"total_tokens":6}}' \
'data: [DONE]')")"
	result 'openai-python 2722: no data is empty, no line strange' \
	    "$(printf '%s\n' "$got" | tr -d '\r' | sed '1,/^$/ d' |
	    grep -v -e '^$' -e '^data: {"id":.*}$' -e '^data: \[DONE\]$')"
}

# refused NAME STATUS BODY PART...
refused()
{
	what=$1
	wanted="HTTP/1.1 $2 "
	got=$(curl_to /chat/completions "$3")
	shift 3
	result "$what" "$(has "$got" "$wanted" \
	    'Content-Type: application/json' '{"error":{"message":"' \
	    '"type":"invalid_request_error"' "$@")"
}

check_refusals()
{
	refused 'mlc-llm 2070: an empty stop' 400 "{$hi,\"stop\":[\"\"]}" \
	    '"param":"stop"'
	refused 'dynamo 2064: no messages' 400 '{"messages":[]}' \
	    '"param":"messages"'
	refused 'dynamo 3182: broken JSON' 400 '{"model":'
	refused 'vllm 42961: JSON, but no object' 400 '[1]'
	refused 'llama.cpp 14566: an error before the stream' 400 \
	    "{$hi,\"stream\":true,\"max_tokens\":0}" '"param":"max_tokens"'
	result 'inference-sim 598: a failure is not 200' \
	    "$(has "$(curl_to /chat/completions "{$hi,\"stream\":true}" \
	    -H 'x-echochat-fault: http-error-flat')" 'HTTP/1.1 503 ' \
	    'Content-Type: application/json')"
}

check_http()
{
	result 'OmniRoute 6777: the body ends at once behind [DONE]' \
	    "$(is 'the first digit of its seconds' \
	    "$(curl_to /chat/completions "{$hi,\"stream\":true}" \
	    -w '%{time_total}' | sed -n '$ s/\..*//p')" 0)"
	got=$(curl_to /chat/completions "{$hi,\"stream\":true}" --http1.0)
	result 'HTTP/1.0: a stream without chunks' "$(has "$got" \
	    'HTTP/1.1 200 OK' 'Connection: close'
	    is 'its text' "$(printf '%s\n' "$got" | joined)" hi
	    is 'its end' "$(printf '%s\n' "$got" | tail -n 1)" 'data: [DONE]')"
	result 'without -N: the stream is the same' "$(is text \
	    "$(curl_to /chat/completions "{$hi,\"stream\":true}" | joined)" hi)"
	{
		printf '{"max_tokens":3,"messages":[{"role":"user","content":"'
		dd if=/dev/zero bs=1024 count=3072 2>/dev/null | tr '\0' x
		printf '"}]}'
	} >"$scratch/large"
	for field in 'Expect: 100-continue' 'Transfer-Encoding: chunked'; do
		got=$(curl_to /chat/completions "@$scratch/large" -H "$field")
		result "3 MB with $field" "$(has "$got" \
		    'HTTP/1.1 100 Continue' '"content":"xxx"' \
		    '"prompt_tokens":3145728,"completion_tokens":3,')"
	done
	got=$(curl -sSv --max-time 20 "$url/models" "$url/models/echo" \
	    "$url/models" 2>&1)
	result 'three requests on one connection' "$(is 'how many' \
	    "$(printf '%s\n' "$got" | grep -c '^\* Connected')" 1
	    has "$got" '"object":"list"' '{"id":"echo","object":"model",')"
}

# What has been written of a stream is in its line, in milliseconds since the
# request.
check_journal()
{
	curl_to /chat/completions "{$hi,\"stream\":true}" \
	    -H 'x-request-id: journal' >"$scratch/reply"
	wait_for '"x_request_id":"journal"' "$scratch/journal"
	line=$(grep '"x_request_id":"journal"' "$scratch/journal")
	ms='[0-9]\{1,4\}\(\.[0-9]*\)\{0,1\}'
	result 'the journal has the times of a stream' "$(has "$line" \
	    '"text":"hi"' '"planned_ms":[2,4]' '"finish_reason":"stop"'
	    is 'the number of times when it was written' "$(echo "$line" |
	    grep -c "\"written_ms\":\[$ms,$ms\]")" 1)"
}

# A server between: what is asked goes through, and is done once.
check_between()
{
	serve between out="$url"
	through='between: '
	check_replies
	result 'between: the prompt in front, and no logprobs' \
	    "$(has "$(curl_to /completions '{"prompt":"ab","echo":true,
	    "logprobs":1}')" '"text":"abab"' '"logprobs":null')"
}

check_curl()
{
	if ! command -v curl >/dev/null; then
		skip curl 'it is not installed'
		return
	fi
	check_replies
	check_stream_form
	check_refusals
	check_http
	check_journal
	check_between
}

# ---- Clients that come as packages; theirs is the file that is run.

# run NAME COMMAND...: a result for each line, which has a name, a tab, and what
# was wrong, if anything.
run()
{
	client=$1
	shift
	"$@" >"$scratch/results" 2>"$scratch/errors"
	status=$?
	while IFS='	' read -r name why; do
		result "$client: $name" "$why"
	done <"$scratch/results"
	[ $status -eq 0 ] || result "$client: its end" \
	    "status $status: $(tail -n 5 "$scratch/errors")"
}

check_python()
{
	if "$python" -c 'import openai, httpx' 2>/dev/null; then
		run 'openai of PyPI' "$python" "$here/clients/openai_python.py" \
		    "$url" "$strict" "$scratch/journal"
	else
		skip 'openai of PyPI' 'it is not installed'
	fi
}

# check_node PACKAGE SCRIPT
check_node()
{
	if [ -d "$modules/$1" ] && command -v node >/dev/null; then
		PEER_MODULES=$modules run "$1 of npm" \
		    node "$here/clients/$2" "$url" "$strict"
	else
		skip "$1 of npm" 'it is not installed'
	fi
}

scratch=$(mktemp -d) || exit 1
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
export XDG_STATE_HOME="$scratch" XDG_CONFIG_HOME="$scratch"
python=${PEER_PYTHON:-python3}
modules=$PEER_MODULES
if [ -z "$modules" ] && command -v npm >/dev/null; then
	modules=$(npm root -g)
fi
SESAME=sesame
export SESAME
serve strict --delay 2 --http-api-key-env SESAME --model-name parrot \
    --http-max-streams 1
strict=$url
serve open --delay 2 --journal "$scratch/journal"
check_python
check_node openai openai_node.mjs
check_node @ai-sdk/openai-compatible ai_node.mjs
check_curl
echo "1..$number"
