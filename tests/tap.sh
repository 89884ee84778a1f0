# tap.sh: what scripts of tests share, to be sourced: results, and files to wait
# for.
number=0

# result NAME WHY: passes if there is no why.
result()
{
	number=$((number + 1))
	if [ -z "$2" ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		printf '%s\n' "$2" | sed 's/^/# /'
	fi
}

skip()
{
	number=$((number + 1))
	echo "ok $number - $1 # SKIP $2"
}

# has TEXT PART...: says which part is missing.
has()
{
	text=$1
	shift
	for part; do
		case $text in
		*"$part"*) ;;
		*)
			echo "no $part in: $text"
			return
			;;
		esac
	done
}

# wait_for TEXT FILE: for twenty seconds at most.
wait_for()
{
	for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		grep -qF -- "$1" "$2" && return
		sleep 1
	done
	return 1
}
