/* main.c: options in, parts together. */
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../ui/terminal.h"
#include "batch.h"
#include "check.h"
#include "compare_pipe.h"
#include "completion.h"
#include "config_print.h"
#include "options.h"
#include "pipe.h"
#include "plain.h"
#include "screen.h"
#include "serve.h"
#include "status.h"
#include "traces.h"

/* A standard descriptor that came closed would be taken by the next file that
 * is opened. It gets one instead that fails where it is used. */
static void
hold_standard_descriptors(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
			abort();
}

/* Whether the user named a locale at all. */
static bool
has_locale(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *value = getenv(names[i]);

		if (value && *value)
			return true;
	}
	return false;
}

/* Inside, text is UTF-8 whatever the terminal shows: widths need a UTF-8
 * locale. Returns whether the terminal shows it: where no locale is named it
 * is taken for able. */
static bool
choose_locale(void)
{
	bool utf8 = setlocale(LC_ALL, "") &&
	    !strcmp(nl_langinfo(CODESET), "UTF-8");
	bool named;

	/* Numbers are written for programs. */
	setlocale(LC_NUMERIC, "C");
	if (utf8)
		return true;
	named = has_locale();
	setlocale(LC_CTYPE, "C.UTF-8");
	/* Readline sets the locale of the environment, at each line. */
	setenv("LC_ALL", "C.UTF-8", 1);
	return !named;
}

static void
print_help(void)
{
	struct text help = { 0 };

	options_help(&help);
	fputs(text_string(&help), stdout);
	text_release(&help);
}

static void
print_engines(const struct config *config)
{
	for (size_t i = 0; engine_table[i]; i++)
		printf("%-8s %s\n", engine_table[i]->name,
		    engine_table[i]->help);
	for (size_t i = 0; i < config->engine_count; i++)
		printf("%-8s %s\n", text_string(&config->engines[i].name),
		    text_string(&config->engines[i].target));
}

static void
print_config(const struct options *options)
{
	struct text text = { 0 };

	config_print(options, &text);
	fputs(text_string(&text), stdout);
	text_release(&text);
}

static void
print_completion(const char *shell)
{
	struct text text = { 0 };

	completion_print(shell, &text);
	fputs(text_string(&text), stdout);
	text_release(&text);
}

/* True if the options ask for nothing but a line or two. */
static bool
print_and_leave(const struct options *options)
{
	if (options->help)
		print_help();
	else if (options->version)
		puts("echochat " VERSION);
	else if (options->completion)
		print_completion(options->completion);
	else if (options->list_engines)
		print_engines(&options->config);
	else if (options->print_config)
		print_config(options);
	else
		return false;
	return true;
}

static void
choose_input(struct options *options)
{
	bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);

	if (options->input != INPUT_DEFAULT)
		return;
	options->input = terminal || options_given(options, "plain")
	    ? INPUT_TEXT : INPUT_STDIN;
	if (options->json || options->expect_finish)
		options->input = INPUT_STDIN;
}

static bool
is_for_batch(const struct options *options)
{
	return options->output || options->force ||
	    options_given(options, "concurrency");
}

/* Options that the chosen input has no use for are a mistake worth saying. */
static const char *
misused_option(const struct options *options)
{
	if (options->input == INPUT_TEXT && options->json)
		return "--json goes with in=stdin, in=batch:FILE, "
		       "in=trace:FILE or in=check";
	if (options->input != INPUT_STDIN && options->expect_finish)
		return "--expect-finish goes with in=stdin";
	if (options->input != INPUT_TEXT && options->input != INPUT_HTTP &&
	    options_given(options, "plain"))
		return "--plain goes with in=text or in=http";
	if ((options->input == INPUT_BATCH || options->input == INPUT_CHECK) &&
	    options->prompt)
		return "-p goes with in=text or in=stdin";
	if (options->input != INPUT_TEXT && options->demo)
		return "--demo goes with in=text, on a terminal or with --plain";
	if (options->input != INPUT_TEXT && options_given(options, "break"))
		return "--break goes with in=text: somebody must be there to "
		       "go on";
	if (options->demo && options->prompt)
		return "--demo types by itself; give it or -p";
	if (options->input != INPUT_TEXT && options->input != INPUT_BATCH &&
	    options->resume)
		return "--resume goes with in=text or in=batch:FILE";
	if (options->input != INPUT_TEXT && options->resume &&
	    *options->resume)
		return "--resume=NAME goes with in=text";
	if (options->input != INPUT_TRACE && options->perfetto)
		return "--perfetto goes with in=trace:FILE";
	if (options->input != INPUT_CHECK && options->junit)
		return "--junit goes with in=check";
	if (options->input == INPUT_CHECK && !engine_server.accepts(
	    options->engine))
		return "in=check needs a server: out=URL, as in "
		       "out=http://localhost:8000";
	if (options->input != INPUT_BATCH && is_for_batch(options))
		return "--output, --force and --concurrency go with in=batch:FILE";
	if (options->input != INPUT_TEXT && options->input != INPUT_STDIN &&
	    options->compare.len)
		return "--compare goes with in=stdin or in=text";
	if (options->input == INPUT_STDIN && options->compare.len &&
	    options->settings.record.len)
		return "--record goes with one engine; give it or --compare";
	if (options->force && options->resume)
		return "--force writes over what --resume goes on with; give "
		       "one of them";
	if (options->input == INPUT_BATCH && options->concurrency > 1 &&
	    options->settings.record.len)
		return "--record goes with --concurrency 1: a recording has "
		       "one reply behind the other";
	if (options->input == INPUT_TEXT && !options->plain &&
	    (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		return "in=text needs a terminal; use in=stdin in a pipe, or "
		       "--plain";
	return NULL;
}

static int
run(struct options *options, const char *warning, bool utf8)
{
	const char *misuse;

	choose_input(options);
	misuse = misused_option(options);
	if (misuse) {
		status_complain(misuse);
		return STATUS_USAGE;
	}
	if (options->input != INPUT_HTTP && options->serve.given) {
		fprintf(stderr, "echochat: --%s goes with in=http\n",
		    options->serve.given);
		return STATUS_USAGE;
	}
	if (options->input != INPUT_TEXT && *warning)
		status_complain(warning);
	switch (options->input) {
	case INPUT_STDIN:
		return options->compare.len ? compare_pipe_run(options)
					    : pipe_run(options);
	case INPUT_HTTP:
		return serve_run(options, utf8);
	case INPUT_BATCH:
		return batch_run(options);
	case INPUT_TRACE:
		return traces_run(options);
	case INPUT_CHECK:
		return check_run(options, utf8);
	case INPUT_TEXT:
	case INPUT_DEFAULT:
		break;
	}
	if (options->plain || !terminal_is_capable(NULL))
		return plain_run(options, warning);
	return screen_run(options, warning, utf8);
}

int
main(int argc, char **argv)
{
	bool utf8 = choose_locale();
	struct options options = { 0 };
	struct text error = { 0 }, warning = { 0 };
	int status = STATUS_OK;

	hold_standard_descriptors();
	/* A write to a closed pipe or socket is an error like any other. */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	options_init(&options);
	if (!options_read(&options, argc, argv, &error, &warning)) {
		status_complain(text_string(&error));
		status = STATUS_USAGE;
	} else if (!print_and_leave(&options)) {
		/* Lines of warnings: the last line has no end. */
		if (warning.len)
			warning.bytes[warning.len - 1] = '\0';
		status = run(&options, text_string(&warning), utf8);
	}
	if ((fflush(stdout) || ferror(stdout)) && !status) {
		status_complain("cannot write to standard output");
		status = STATUS_FAILED;
	}
	options_release(&options);
	text_release(&error);
	text_release(&warning);
	return status;
}
