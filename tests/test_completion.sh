#!/bin/sh
# test_completion.sh: what bash, zsh and fish complete with the script that the
# program prints for them. A shell that is not there is skipped.
echochat=$PWD/${ECHOCHAT:-./echochat}
number=0

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/echochat" "$scratch/bin"
ln -s "$echochat" "$scratch/bin/echochat"
printf '[engine local]\nurl = http://localhost\n' >"$scratch/echochat/config"
: >"$scratch/one.jsonl"
XDG_CONFIG_HOME=$scratch
PATH=$scratch/bin:$PATH
export XDG_CONFIG_HOME PATH
for shell in bash zsh fish; do
	echochat --completion $shell >"$scratch/$shell" || exit 1
done
cd "$scratch" || exit 1

# What is typed, and what it must become; a shell may say more than that.
cat >cases <<'END'
--theme m|mono
--completion f|fish
--theme=li|light
--store o|on
--trace-p|--trace-pane
--trace-format jsonl_|jsonl_gz
out=l|local
out=re|replay:
in=ba|batch:
in=http|http
in=batch:on|one.jsonl
--config on|one.jsonl
END

# complete_bash TYPED WANTED
complete_bash()
{
	bash --norc -c '
		. ./bash
		COMP_LINE="echochat $1" COMP_WORDS=(echochat)
		COMP_POINT=${#COMP_LINE}
		_echochat
		printf "%s\n" "${COMPREPLY[@]}"' bash "$1" | grep -e "$2"
}

# The terminal of zsh shows the line as it is completed. READY is seen when it is
# typed, and again when zsh is.
cat >zsh_terminal <<'END'
zmodload zsh/zpty || exit
zpty z zsh -f -i
zpty -w z "PS1=; autoload -U compinit; compinit -u -D; source ./zsh; echo READY"
zpty -r z out '*READY*READY*'
zpty -n -w z "echochat $1"$'\t'
zpty -r z out "*$2*"
print -r -- "$out"
END

complete_zsh()
{
	timeout 20 zsh -f ./zsh_terminal "$1" "$2"
}

complete_fish()
{
	HOME=$scratch fish -c '
		source ./fish
		complete -C "echochat $argv"' -- "$1" | grep -e "$2"
}

# test_shell SHELL
test_shell()
{
	while IFS='|' read -r typed wanted; do
		number=$((number + 1))
		if ! command -v "$1" >/dev/null; then
			echo "ok $number - $1 # SKIP there is no $1"
		elif "complete_$1" "$typed" "$wanted" >said 2>&1 </dev/null; then
			echo "ok $number - $1: $typed"
		else
			echo "not ok $number - $1: $typed becomes no $wanted"
			sed 's/^/# /' said
		fi
	done <cases
}

echo "1..$((3 * $(wc -l <cases)))"
test_shell bash
test_shell zsh
test_shell fish
