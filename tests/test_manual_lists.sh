#!/bin/sh
# test_manual_lists.sh: the manual has the words, options, commands, settings,
# anomalies, faults and checks that the program has, in the same order, and no others.
export LC_ALL=C TERM=dumb INPUTRC=/dev/null
echochat=${ECHOCHAT:-./echochat}
number=0

# section NAME [MANUAL]: the items of a section of the manual.
section()
{
	sed -n "/^\.S[hs] $1\$/,/^\.S[hs] /s/^\.It //p" "${2-manual}"
}

# same NAME: passes if what the program has is what the manual says.
same()
{
	number=$((number + 1))
	differences='the program lists nothing'
	if [ -s has ] && differences=$(diff has says); then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo '# < is the program, > is the manual'
		echo "$differences" | sed 's/^/# /'
	fi
}

# What the user has configured is not in the manual.
XDG_CONFIG_HOME=/nonexistent
export XDG_CONFIG_HOME

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export XDG_STATE_HOME="$scratch"
"$echochat" --help >"$scratch/help"
printf '/help\n/quit\n' | "$echochat" in=text --plain >"$scratch/commands"
"$echochat" --list-engines >"$scratch/engines"
cp "${srcdir:-.}/man/echochat.1" "$scratch/manual"
cp "${srcdir:-.}/engine/anomaly.h" "$scratch/anomalies"
cp "${srcdir:-.}/src/fault_table.c" "$scratch/faults"
cp "${srcdir:-.}/man/echochat_config.5" "$scratch/manual5"
cp "${srcdir:-.}/ui/bindings.c" "${srcdir:-.}/ui/look.c" "$scratch"
"$echochat" --print-config >"$scratch/config"
cp "${srcdir:-.}/src/check_table.c" "$scratch/checks"
cd "$scratch" || exit 1

echo 1..10
# A word that takes a file is in=NAME:FILE or out=NAME:FILE in the manual.
{
	sed -n 's/^  \(in=[a-z]*\)[: ].*/\1/p' help
	sed 's/^\([^ ]*\) .*/out=\1/' engines
} >has
section 'Inputs and engines' |
    sed 's/^Cm //; s/ Ns Ar \(URL\)/\1/; s/:.*//' >says
same manual__lists__every_word

# "-m, --model-name NAME" is written "Fl m , -model-name Ar NAME".
sed -n 's/^ *\(-.*\)/\1/p' help | sed 's/  .*//' >has
section OPTIONS | sed 's/^Fl /-/; s/ , -/, --/; s/ Ar / /' |
    sed 's/ Ns Op Ns = Ns Ar \(.*\)/[=\1]/; s/ Ns Op Ns = Ns \(.*\)/[=\1]/' >says
same manual__lists__every_option

sed -n 's/^  \(\/\/*[a-z_]*\).*/\1/p' commands >has
section COMMANDS | sed 's/^Ic //; s/ .*//' >says
same manual__lists__every_command

sed -n '/^Settings$/,/^$/s/^  \([^ ]*\).*/\1/p' commands >has
section SETTINGS | sed 's/^Cm //' >says
same manual__lists__every_setting

sed -n 's/^[[:blank:]]*X([A-Z0-9_]*, "\([^"]*\)".*/\1/p' anomalies >has
section ANOMALIES | sed 's/^Li //' >says
same manual__lists__every_anomaly

sed -n 's/^\t{ "\([^"]*\)", ".*/\1/p' faults >has
section FAULTS | sed 's/^Li //; s/ .*//' >says
same manual__lists__every_fault

{
	sed -n 's/^\t{ "\([^"]*\)", ".*/\1/p' checks
	echo anomalies
} >has
section 'CHECKING A SERVER' | sed 's/^Li //' >says
same manual__lists__every_check

sed -n 's/^#* *\([a-z_]*\) =.*/\1/p' config >has
section OPTIONS manual5 | sed 's/^Cm //; s/ .*//' >says
same manual__lists__every_key

sed -n '/actions\[\] = /,/^};/s/^\t{ "\([a-z-]*\)".*/\1/p' bindings.c >has
section KEYS manual5 | sed 's/^Cm //' >says
same manual__lists__every_action

sed -n 's/^\t\[STYLE_[A-Z_]*\] = "\(.*\)",$/\1/p' look.c >has
section THEMES manual5 | sed -n 's/^Cm //p' >says
same manual__lists__every_style
