#!/bin/sh
# test_manual_lists.sh: the manual has the words, options, commands and settings
# that the program has, in the same order, and no others.
export LC_ALL=C INPUTRC=/dev/null TERM=dumb
manual=${srcdir:-.}/man/echochat.1
echochat=${ECHOCHAT:-./echochat}
number=0

# section NAME: its items, without the macros of mdoc.
section()
{
	sed -n "/^\.S[hs] $1\$/,/^\.S[hs] /p" "$manual" |
	    sed -n 's/^\.It //p'
}

# same NAME HAS SAYS: passes if the files are equal and not empty.
same()
{
	number=$((number + 1))
	if [ -s "$2" ] && differences=$(diff "$2" "$3"); then
		echo "ok $number - $1"
		return
	fi
	echo "not ok $number - $1"
	echo "# < is the program, > is the manual"
	echo "$differences" | sed 's/^/# /'
}

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
case $echochat in
/*) ;;
*) echochat=$OLDPWD/$echochat ;;
esac
case $manual in
/*) ;;
*) manual=$OLDPWD/$manual ;;
esac

echo 1..4
"$echochat" --help >help
printf '/help\n/quit\n' | "$echochat" in=text --plain >commands

sed -n 's/^  \([a-z]*=[a-z]*\) .*/\1/p' help >has
section 'Inputs and engines' | sed 's/^Cm //' >says
same manual__lists__every_word has says

# "-m, --model-name NAME" is written "Fl m , -model-name Ar NAME".
sed -n 's/^ *\(-.*\)/\1/p' help | sed 's/  .*//' >has
section OPTIONS | sed 's/^Fl /-/; s/ , -/, --/; s/ Ar / /' >says
same manual__lists__every_option has says

sed -n 's/^  \(\/\/*[a-z_]*\).*/\1/p' commands >has
section COMMANDS | sed 's/^Ic //; s/ .*//' >says
same manual__lists__every_command has says

sed -n '/^Settings$/,/^$/s/^  \([^ ]*\).*/\1/p' commands >has
section SETTINGS | sed 's/^Cm //' >says
same manual__lists__every_setting has says
