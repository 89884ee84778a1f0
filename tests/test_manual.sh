#!/bin/sh
# test_manual.sh: the manual's pages are clean mdoc.
set -- "${srcdir:-.}"/man/*.[1-9]

echo "1..$#"
number=0
for page; do
	number=$((number + 1))
	name="$number - ${page##*/}"
	if [ -z "$MANDOC" ]; then
		echo "ok $name # SKIP mandoc was missing at ./configure"
	elif complaints=$("$MANDOC" -T lint -W warning "$page"); then
		echo "ok $name"
	else
		echo "not ok $name"
		echo "$complaints" | sed 's/^/# /'
	fi
done
