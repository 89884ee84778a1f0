#!/bin/sh
# bench.sh: all that is measured, as one table, and as bench.json in the folder
# where it runs; compares with the bench.json that was there. For "make bench";
# takes less than five minutes. Fails if a bar was missed.
#
# Parts print rows as bench_row.h has them. Medians depend on the machine, and
# on what else it does; ratios, to something that ran in the same second, do so
# less. Where there is a ratio, it is what the bar and the change are of.
# BENCH_PARTS=units does only that part, and bench.json has no other rows then.
export LC_ALL=C
here=$(dirname "$0")
tab=$(printf '\t')

# part NAME: adds its rows; what it says goes to standard error.
part()
{
	echo "bench: $1 ..." >&2
	"$1" >>"$scratch/rows" && return
	printf '%s\t\t\t\t\t\t\t\t%s\n' "$1" \
	    'failed: the part did not come to its end' >>"$scratch/rows"
}

units()
{
	tests/bench_units
}

screen()
{
	tests/bench_screen
}

serve()
{
	sh "$here/bench_serve.sh"
}

# ---- The machine.

# fact NAME VALUE
fact()
{
	printf '%s\t%s\n' "$1" "$2" >>"$scratch/facts"
}

name_machine()
{
	fact date "$(date -u '+%Y-%m-%dT%H:%M:%SZ')"
	fact version "$(./echochat --version | sed q)"
	fact commit "$(git -C "$here" describe --always --dirty 2>/dev/null)"
	fact cpu "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed q)"
	fact cores "$(getconf _NPROCESSORS_ONLN)"
	fact kernel "$(uname -srm)"
	fact load "$(cut -d ' ' -f 1-3 /proc/loadavg)"
	fact compiler "$(${BENCH_CC:-cc} --version | sed q)"
	fact flags "$BENCH_CC"
}

# ---- Rows to a table and to JSON, from three files: facts, rows, and JSON of
# the last time, each row of it on a line of its own.

report()
{
	awk -F "$tab" -v json="$scratch/json" '
	function member(line, name) {
		if (!match(line, "\"" name "\":(\"[^\"]*\"|[^,}]*)"))
			return ""
		line = substr(line, RSTART + length(name) + 3,
		    RLENGTH - length(name) - 3)
		gsub(/"/, "", line)
		return line
	}
	function quoted(string) {
		gsub(/[\\"]/, "\\\\&", string)
		return "\"" string "\""
	}
	function pair(name, value, is_text) {
		if (value == "")
			return ""
		return ",\"" name "\":" (is_text ? quoted(value) : value)
	}
	function verdict(value, bar, note,   limit) {
		if (note != "" || bar == "")
			return note
		limit = substr(bar, 4) + 0
		return (bar ~ /^</ ? value + 0 <= limit : value + 0 >= limit) \
		    ? "ok" : "over"
	}
	function short(value) {
		if (value == "")
			return ""
		return sprintf(value + 0 >= 1000 ? "%.0f" : "%.3g", value)
	}
	function changed(value, was) {
		if (value <= 0 || was <= 0)
			return ""
		if (value > 10 * was || was > 10 * value)
			return sprintf("x %.2g", value / was)
		return sprintf("%+.0f %%", 100 * (value - was) / was)
	}
	function row(   value, was, change, result) {
		value = $6 == "" ? $3 : $6
		was = last[$1, $6 == "" ? "median" : "ratio"]
		change = changed(value + 0, was + 0)
		result = verdict(value, $8, $9)
		if ($9 != "")
			printf "%-49s %s\n", $1, $9
		else
			printf format, $1, short($3), short($4), short($5),
			    $2, short($6), $7, $8, result, short(was), change
		printf "%s\n{\"name\":%s%s%s%s%s%s%s%s%s}", rows++ ? "," : "",
		    quoted($1), pair("unit", $2, 1), pair("median", $3),
		    pair("min", $4), pair("max", $5), pair("ratio", $6),
		    pair("to", $7, 1), pair("bar", $8, 1),
		    pair("verdict", result, 1) >json
		missed += result == "over" || result ~ /^failed/
	}
	BEGIN {
		format = "%-49s %9s %9s %9s %-9s %7s %-17s %-9s %-4s %7s %7s\n"
	}
	FILENAME == ARGV[1] && /^\{"name"/ {
		last[member($0, "name"), "ratio"] = member($0, "ratio")
		last[member($0, "name"), "median"] = member($0, "median")
	}
	FILENAME == ARGV[1] && /^"machine"/ {
		printf "last: %s, %s, %s\n", member($0, "date"),
		    member($0, "commit"), member($0, "cpu")
	}
	FILENAME == ARGV[2] {
		printf "%s: %s\n", $1, $2
		facts = facts pair($1, $2, 1)
	}
	FILENAME == ARGV[3] && FNR == 1 {
		facts = substr(facts, 2)
		printf "{\n\"machine\":{%s},\n\"rows\":[", facts >json
		printf "\n" format, "what", "median", "least", "most", "unit",
		    "ratio", "to", "bar", "", "last", "change"
	}
	FILENAME == ARGV[3] {
		row()
	}
	END {
		print "\n]\n}" >json
		exit missed > 0
	}' "$scratch/last" "$scratch/facts" "$scratch/rows"
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cat bench.json >"$scratch/last" 2>/dev/null
name_machine
for name in ${BENCH_PARTS:-units screen serve}; do
	part "$name"
done
report
status=$?
mv "$scratch/json" bench.json
exit "$status"
