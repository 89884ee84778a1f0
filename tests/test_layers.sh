#!/bin/sh
# test_layers.sh: the order of the libraries, as HACKING.md draws it, and the
# one home of each library's headers. Linkers forgive a call into the wrong
# direction as long as the whole program has the function; this test does not.
export LC_ALL=C
srcdir=${srcdir:-.}
number=0

# result NAME FOUND: passes if nothing was found.
result()
{
	number=$((number + 1))
	if [ -z "$2" ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "$2" | sed 's/^/# /'
	fi
}

# symbols defined|undefined LIBRARY...
symbols()
{
	kind=$1
	shift
	"${NM:-nm}" -P -g "$@" | awk -v kind="$kind" '
		NF > 1 && ($2 == "U") == (kind == "undefined") { print $1 }' |
	    sort -u
}

# calls_nothing_of FROM TO...
calls_nothing_of()
{
	from=$1
	shift
	for to; do
		symbols undefined "lib$from.a" >"$scratch/undefined"
		symbols defined "lib$to.a" >"$scratch/defined"
		found=$(comm -12 "$scratch/undefined" "$scratch/defined")
		[ -s "$scratch/defined" ] || found="lib$to.a has no symbols"
		result "$from calls nothing of $to" "$found"
	done
}

# lives_in HOME HEADERS NAME: nothing but HOME, folders or a file without its
# ".c", includes these headers. Both are patterns of grep.
lives_in()
{
	found=$(cd "$srcdir" && grep -E "^#include [<\"]($2)" \
	    src/*.[ch] ui/*.[ch] engine/*.[ch] | grep -Ev "^$1\.[ch]:")
	result "$3" "$found"
}

# What libcore is made of includes nothing else of src/.
core_includes_only_itself()
{
	core=$("${NM:-nm}" -P libcore.a |
	    sed -n 's/.*\[\(.*\)\.o\].*/\1/p' | sort -u)
	own=$(echo $core | tr ' ' '|')
	found=$(cd "$srcdir/src" && for name in $core; do
		grep -EH '^#include "' "$name".[ch]
	done | grep -Ev "\"($own)\.h\"")
	[ "$core" ] || found='libcore.a has no members'
	result 'core includes nothing but itself' "$found"
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

echo 1..19
calls_nothing_of core engine ui app
calls_nothing_of engine ui app
calls_nothing_of ui engine app
core_includes_only_itself
lives_in '(src|engine)/.*' '(\.\./)?engine/' 'ui includes nothing of engine'
lives_in '(src|ui)/.*' '(\.\./)?ui/' 'engine includes nothing of ui'
lives_in 'ui/.*' '(ncursesw?/)?(n?curses|term)\.h' 'curses lives in ui'
lives_in ui/input readline/ 'readline lives in ui/input.c'
lives_in 'engine/(http|curlerror|curlsetup)' curl/ \
    'curl lives in engine/http.c and its two helpers'
lives_in 'src/httpd(call|state)?' 'microhttpd\.h' \
    'libmicrohttpd lives in src/httpd.c and its helper'
lives_in ui/markdownblock 'md4c\.h' 'md4c lives in ui/markdownblock.c'
lives_in engine/replay_hash 'xxhash\.h' 'xxHash lives in engine/replay_hash.c'
lives_in '(engine/trace_sink|src/(thread|show))' 'pthread\.h' \
    'threads live in three files'
lives_in src/config 'ini\.h' 'inih lives in src/config.c'
lives_in engine/request '(cjson/)?cJSON\.h' 'cJSON lives in engine/request.c'
