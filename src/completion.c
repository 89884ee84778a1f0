/* completion.c: what completes the command line in shells.
 *
 * Options and their words are written into the scripts; engines of the
 * configuration file are asked for when a word is completed: --list-engines. */
#include "completion.h"

#include <string.h>

#include "option_table.h"

/* ---- What all of them need. */

/* Whether the argument is a file. */
static bool
takes_file(const struct option *option)
{
	return option->argument && !strcmp(option->argument, "FILE");
}

static void
add_words(struct text *out, const char *words)
{
	for (; *words; words++)
		text_append(out, *words == '|' ? " " : words, 1);
}

/* Appends what may stand behind in=, as --help has it, up to a colon. */
static void
add_inputs(struct text *out, const char *before, const char *behind)
{
	static const char word[] = "\n  in=";
	struct text help = { 0 };
	const char *at;

	options_help(&help);
	for (at = strstr(text_string(&help), word); at; at = strstr(at, word)) {
		size_t len;

		at += strlen(word);
		len = strcspn(at, ": ");
		len += at[len] == ':';
		text_printf(out, "%s%.*s%s", before, (int)len, at, behind);
	}
	text_release(&help);
}

/* Appends string with a backslash before each of these characters, and so that
 * it can stand in single quotes. */
static void
add_escaped(struct text *out, const char *string, const char *characters)
{
	for (; *string; string++) {
		if (*string == '\'') {
			text_add(out, "'\\''");
			continue;
		}
		if (strchr(characters, *string))
			text_add(out, "\\");
		text_append(out, string, 1);
	}
}

/* ---- bash. */

static const char bash_begin[] =
    "# bash completion for echochat, made by echochat --completion bash\n"
    "_echochat()\n"
    "{\n"
    "\tlocal line=${COMP_LINE:0:COMP_POINT}\n"
    "\t# Not COMP_WORDS: it is cut at = and :.\n"
    "\tlocal cur=${line##*[[:blank:]]}\n"
    "\tlocal before=${line%\"$cur\"}\n"
    "\tbefore=${before%\"${before##*[![:blank:]]}\"}\n"
    "\tlocal option=${before##*[[:blank:]]} value=$cur words= files=\n"
    "\tcase $cur in\n"
    "\t--*=*) option=${cur%%=*} value=${cur#*=} ;;\n"
    "\tin=*:* | out=replay:*)\n"
    "\t\toption=word value=${cur#*:} files=yes ;;\n";

static const char bash_words[] =
    "' ;;\n"
    "\tout=*)\n"
    "\t\toption=word value=${cur#out=}\n"
    "\t\twords=\"$(\"${COMP_WORDS[0]}\" --list-engines 2>/dev/null |\n"
    "\t\t    sed -n '/^replay /d; s/^\\([^ :A-Z][^ :]*\\) .*/\\1/p')"
    " http:// https:// replay:\" ;;\n"
    "\tesac\n"
    "\tcase $option in\n"
    "\tword) ;;\n";

static const char bash_end[] =
    "\tesac\n"
    "\t# What stands before the last = or : is no part of the word to bash.\n"
    "\tlocal cut=${value%\"${value##*[=:]}\"}\n"
    "\tlocal IFS=$'\\n'\n"
    "\tif [ \"$files\" ]; then\n"
    "\t\tcompopt -o filenames 2>/dev/null\n"
    "\t\tCOMPREPLY=($(compgen -f -- \"$value\"))\n"
    "\telse\n"
    "\t\tIFS=$' \\n'\n"
    "\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$value\"))\n"
    "\t\t[[ ${COMPREPLY[0]} == *[=:/] ]] && compopt -o nospace 2>/dev/null\n"
    "\tfi\n"
    "\tCOMPREPLY=(\"${COMPREPLY[@]#\"$cut\"}\")\n"
    "}\n"
    "complete -F _echochat echochat\n";

static void
add_bash_pattern(struct text *out, const struct option *option)
{
	text_add(out, "\t");
	if (option->letter)
		text_printf(out, "-%c | ", option->letter);
	text_printf(out, "--%s)", option->name);
}

static void
add_bash(struct text *out)
{
	text_add(out, bash_begin);
	text_add(out, "\tin=*) option=word value=${cur#in=} words='");
	add_inputs(out, "", "\n");
	text_add(out, bash_words);
	for (const struct option *o = option_table; o->name; o++) {
		const char *words = option_words(o);

		if (!option_takes_value(o))
			continue;
		add_bash_pattern(out, o);
		if (takes_file(o))
			text_add(out, " files=yes");
		else if (words) {
			text_add(out, " words='");
			add_words(out, words);
			text_add(out, "'");
		}
		text_add(out, " ;;\n");
	}
	text_add(out, "\t*) words='in= out=\n");
	for (const struct option *o = option_table; o->name; o++)
		text_printf(out, "--%s%s\n", o->name,
		    option_takes_value(o) ? "=" : "");
	text_add(out, "' ;;\n");
	text_add(out, bash_end);
}

/* ---- zsh. */

static const char zsh_begin[] =
    "#compdef echochat\n"
    "# zsh completion for echochat, made by echochat --completion zsh\n"
    "_echochat_word()\n"
    "{\n"
    "\tcase $PREFIX in\n"
    "\tin=*:* | out=replay:*)\n"
    "\t\tcompset -P '*:'; _files ;;\n"
    "\tin=*) compset -P in=; compadd -S '' --";

static const char zsh_words[] =
    " ;;\n"
    "\tout=*)\n"
    "\t\tlocal -a engines\n"
    "\t\tengines=(${(f)\"$($words[1] --list-engines 2>/dev/null |\n"
    "\t\t    sed -n '/^replay /d; s/^\\([^ :A-Z][^ :]*\\) .*/\\1/p')\"})\n"
    "\t\tcompset -P out=; compadd -- $engines\n"
    "\t\tcompadd -S '' -- http:// https:// replay: ;;\n"
    "\t*) compadd -S '' -- in= out= ;;\n"
    "\tesac\n"
    "}\n"
    "_echochat()\n"
    "{\n"
    "\t_arguments -s \\\n";

static void
add_zsh_value(struct text *out, const struct option *option)
{
	const char *words = option_words(option);

	text_add(out, ":");
	add_escaped(out, option->argument, ":[]\\");
	text_add(out, ":");
	if (takes_file(option))
		text_add(out, "_files");
	else if (words) {
		text_add(out, "(");
		add_words(out, words);
		text_add(out, ")");
	}
}

static void
add_zsh_option(struct text *out, const struct option *option,
    const char *dashes, const char *name)
{
	bool repeats = option_is_list(option) || !strcmp(option->name,
	    "verbose");

	text_printf(out, "\t    '%s%s%s%s[", repeats ? "*" : "", dashes, name,
	    !option_takes_value(option) ? "" : dashes[1] ? "=" : "+");
	add_escaped(out, option->help, "[]\\");
	text_add(out, "]");
	if (option_takes_value(option))
		add_zsh_value(out, option);
	text_add(out, "' \\\n");
}

static void
add_zsh(struct text *out)
{
	text_add(out, zsh_begin);
	add_inputs(out, " ", "");
	text_add(out, zsh_words);
	for (const struct option *o = option_table; o->name; o++) {
		char letter[] = { o->letter, '\0' };

		if (o->letter)
			add_zsh_option(out, o, "-", letter);
		add_zsh_option(out, o, "--", o->name);
	}
	text_add(out, "\t    '*:word:_echochat_word'\n"
	    "}\n"
	    "# As a function of $fpath it is called, else it is sourced.\n"
	    "if [[ $funcstack[1] == _echochat ]]; then\n"
	    "\t_echochat \"$@\"\n"
	    "else\n"
	    "\tcompdef _echochat echochat\n"
	    "fi\n");
}

/* ---- fish. */

static const char fish_begin[] =
    "# fish completion for echochat, made by echochat --completion fish\n"
    "function __echochat_words\n"
    "\tset -l cur (commandline -ct)\n"
    "\tswitch $cur\n"
    "\tcase 'in=*:*' 'out=replay:*'\n"
    "\t\tset -l head (string replace -r ':.*' ':' -- $cur)\n"
    "\t\tset -l path (string replace -r '^[^:]*:' '' -- $cur)\n"
    "\t\tfor file in $path*\n"
    "\t\t\ttest -d $file; and echo $head$file/; or echo $head$file\n"
    "\t\tend\n"
    "\tcase '*'\n"
    "\t\tprintf '%s\\n' out=http:// out=https:// out=replay:";

static const char fish_words[] =
    "\n"
    "\t\techochat --list-engines 2>/dev/null |\n"
    "\t\t    sed -n '/^replay /d; s/^\\([^ :A-Z][^ :]*\\) .*/out=\\1/p'\n"
    "\tend\n"
    "end\n"
    "complete -c echochat -f -a '(__echochat_words)'\n";

static void
add_fish(struct text *out)
{
	text_add(out, fish_begin);
	add_inputs(out, " in=", "");
	text_add(out, fish_words);
	for (const struct option *o = option_table; o->name; o++) {
		const char *words = option_words(o);

		text_printf(out, "complete -c echochat -l %s", o->name);
		if (o->letter)
			text_printf(out, " -s %c", o->letter);
		if (takes_file(o))
			text_add(out, " -r -F");
		else if (option_takes_value(o))
			text_add(out, " -x");
		if (option_takes_value(o) && words) {
			text_add(out, " -a '");
			add_words(out, words);
			text_add(out, "'");
		}
		text_add(out, " -d '");
		add_escaped(out, o->help, "\\");
		text_add(out, "'\n");
	}
}

void
completion_print(const char *shell, struct text *out)
{
	static const struct {
		const char *shell;
		void (*print)(struct text *out);
	} shells[] = {
		{ "bash", add_bash },
		{ "zsh", add_zsh },
		{ "fish", add_fish },
	};

	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
		if (!strcmp(shells[i].shell, shell))
			shells[i].print(out);
}
