#!/bin/sh
# bench_serve.sh: what in=http can do: how exact its pace is, what a token
# costs, how much memory a stream; next to aimock of npm, if PEER_MODULES or npm
# -g has it. For bench.sh: prints rows as bench_row.h has them, for a minute and
# a half. What else the machine does shows in all of it.
#
# Clients are bench_load.c. A server is new for each row; it and the clients
# are pinned to nothing. Processor time is utime and stime of the server, as
# /proc has them.
#
# Time error: of replies of 500 characters at 10 ms, as clients see them. Paced,
# a token is a system call: 5 us of the kernel, whoever sends it. Unpaced:
# 10,000 characters with --delay 0, and latency 0 of aimock; its chunkSize is 1,
# its log is off. Memory: 100 characters at 200 ms; what is resident when all
# stream, less what was at the start.
export LC_ALL=C
here=$(dirname "$0")
program=${ECHOCHAT:-./echochat}
load=${BENCH_LOAD:-tests/bench_load}
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

# row NAME UNIT VALUE [BAR [RATIO TO]]: a row of bench_row.h, measured once.
row()
{
	note=
	[ "$good" = "$replies" ] ||
	    note="failed: only $good of $replies replies were whole"
	printf '%s\t%s\t%s\t\t\t%s\t%s\t%s\t%s\n' \
	    "$1" "$2" "$3" "$5" "$6" "$4" "$note"
}

# ---- The rows.

# time_error STREAMS [LIMIT]
time_error()
{
	echochat "$1" "$1" 500 10
	row "time error, $1 at once" % "$error_mean"
	row "time error, $1 at once, p99" % "$error_p99" "${2:+<= $2}"
	row "a token is late, $1 at once" ms "$late_mean"
	row "a token is late, $1 at once, p99" ms "$late_p99"
}

tokens()
{
	reckon "$events / ($cpu > 0 ? $cpu : 0.01)"
}

# cost NAME BAR STREAMS REPLIES CHARACTERS DELAY: the bar may be empty.
cost()
{
	what="tokens a CPU second, $1" bar=$2
	shift 2
	echochat "$@"
	ours=$(tokens)
	if ! [ -d "$modules/@copilotkit/aimock" ]; then
		row "$what" 1/s "$ours"
		printf '%s\t\t\t\t\t\t\t\t%s\n' "$what, aimock" \
		    'not run: aimock is not installed'
		return
	fi
	aimock "$@"
	theirs=$(tokens)
	row "$what" 1/s "$ours" "${bar:+>= $bar}" \
	    "$(reckon "$ours / $theirs" %.1f)" aimock
	row "$what, aimock" 1/s "$theirs"
}

requests()
{
	echochat 64 50000 13 0 whole
	row 'requests a second, 13 characters whole' 1/s \
	    "$(reckon "$over / $seconds")"
}

# memory STREAMS: all of them at once.
memory()
{
	echochat "$1" "$1" 100 200
	[ "$rss_full" -gt 0 ] || good=0
	row "memory of a stream, $1 at once" bytes \
	    "$(reckon "($rss_full - $rss_idle) * 1024 / $1")" '<= 16384'
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
time_error 1 0.2
time_error 64
time_error 256 1
time_error 1000
cost '256 streams at 10 ms' '' 256 256 500 10
cost '64 streams unpaced' 5 64 192 10000 0
requests
memory 2000
memory 10000
