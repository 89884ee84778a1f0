#!/bin/sh
# bench_serve.sh: what in=http can do, as a table: how exact its pace is, what a
# token costs, how much memory a stream; next to aimock of npm, if PEER_MODULES
# or npm -g has it. Run by "make bench", for a minute and a half. What else the
# machine does shows in all of it.
#
# Clients are bench_load.c. A server is new for each row; it and the clients
# are pinned to nothing. Processor time is utime and stime of the server, as
# /proc has them. Fails if a bar was missed.
export LC_ALL=C
here=$(dirname "$0")
program=${ECHOCHAT:-./echochat}
load=${BENCH_LOAD:-tests/bench_load}
missed=0
server=

clean_up()
{
	[ -z "$server" ] || stop
	rm -rf "$scratch"
}

stop()
{
	kill "$server"
	wait "$server"
	server=
} 2>/dev/null

# start COMMAND...: waits for the address that it prints.
start()
{
	: >"$scratch/address"
	"$@" >"$scratch/address" 2>"$scratch/log" &
	server=$!
	for second in 1 2 3 4 5 6 7 8 9 10; do
		grep -q http "$scratch/address" && break
		sleep 1
	done
	port=$(sed 's,/v1$,,; s,.*:,,' "$scratch/address")
}

# measure STREAMS REPLIES CHARACTERS DELAY [whole]: sets what bench_load found.
measure()
{
	over=0 good=0 events=0 seconds=0 cpu=0 rss_idle=0 rss_full=0
	late_mean=0 late_p99=0 error_mean=0 error_p99=0
	replies=$2
	eval "$("$load" "$port" "$server" "$@")"
	stop
}

echochat()
{
	start "$program" in=http --http-port 0 --delay "$4"
	measure "$@"
}

aimock()
{
	PEER_MODULES=$modules start node "$here/clients/aimock.mjs" "$3" "$4"
	measure "$@"
}

# reckon EXPRESSION [FORMAT]
reckon()
{
	awk "BEGIN { printf \"${2:-%.0f}\", $1 }" </dev/null
}

# row WHAT FOUND [BAR [CONDITION]]: the condition is that of the bar.
row()
{
	verdict=
	if [ "$good" != "$replies" ]; then
		verdict="only $good of $replies replies were whole"
	elif [ "$4" ]; then
		verdict=missed
		[ "$(reckon "($4)")" = 1 ] && verdict=met
	fi
	case $verdict in
	'' | met) ;;
	*) missed=$((missed + 1)) ;;
	esac
	printf '%-42s %-25s %-12s %s\n' "$1" "$2" "$3" "$verdict"
}

# ---- The rows.

# time_error STREAMS [LIMIT]
time_error()
{
	echochat "$1" "$1" 500 10
	bar=${2:+"$error_p99 < $2"}
	row "time error, $1 at once" \
	    "$(reckon "$error_mean" %.3f) %, p99 $(reckon "$error_p99" %.3f) %" \
	    "${2:+p99 < $2 %}" "$bar"
	row "  a token is late by" \
	    "$(reckon "$late_mean" %.2f) ms, p99 $(reckon "$late_p99" %.2f) ms"
}

tokens()
{
	reckon "$events / ($cpu > 0 ? $cpu : 0.01)"
}

# cost NAME BAR STREAMS REPLIES CHARACTERS DELAY: the bar may be empty.
cost()
{
	what=$1 bar=$2
	shift 2
	echochat "$@"
	ours=$(tokens)
	row "tokens a CPU second, $what" "$ours"
	if ! [ -d "$modules/@copilotkit/aimock" ]; then
		row '  aimock' 'is not installed'
		return
	fi
	aimock "$@"
	theirs=$(tokens)
	row '  aimock' "$theirs"
	row '  times as many' "$(reckon "$ours / $theirs" %.1f)" \
	    "${bar:+>= $bar}" "${bar:+$ours >= $bar * $theirs}"
}

requests()
{
	echochat 64 50000 13 0 whole
	row 'requests a second, 13 characters whole' \
	    "$(reckon "$over / $seconds")"
}

# memory STREAMS: all of them at once.
memory()
{
	echochat "$1" "$1" 100 200
	each=$(reckon "($rss_full - $rss_idle) * 1024 / $1")
	row "$1 streams at once, all whole" "$good"
	row '  memory of a stream' "$each bytes" '<= 16384' \
	    "$rss_full > 0 && $each <= 16384"
}

scratch=$(mktemp -d) || exit 1
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
export XDG_STATE_HOME="$scratch" XDG_CONFIG_HOME="$scratch"
ulimit -n "$(ulimit -H -n)"
modules=$PEER_MODULES
if [ -z "$modules" ] && command -v npm >/dev/null; then
	modules=$(npm root -g)
fi
printf '%-42s %-25s %-12s %s\n' 'in=http' found bar ''
time_error 1 0.2
time_error 64
time_error 256 1
time_error 1000
cost '256 streams at 10 ms' '' 256 256 500 10
cost '64 streams unpaced' 5 64 192 10000 0
requests
memory 2000
memory 10000
printf '%s\n' '' \
    'Time error: of replies of 500 characters at 10 ms, as clients see them.' \
    'Paced, a token is a system call: 5 us of the kernel, whoever sends it.' \
    'Unpaced: 10,000 characters with --delay 0, and latency 0 of aimock; its' \
    'chunkSize is 1, its log is off. Memory: 100 characters at 200 ms; what' \
    'is resident when all stream, less what was at the start.'
[ "$missed" -eq 0 ]
