#!/bin/sh
# skipped.sh: says which tests were not built, as ./configure did not find the
# library they need.
set -f
set -- $without_library

echo "1..$#"
number=0
for name; do
	number=$((number + 1))
	echo "ok $number - $name # SKIP its library was missing at ./configure"
done
