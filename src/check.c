/* check.c: front end: in=check.
 *
 * One check after the other: each runs the loop until its answers are there.
 * What is wrong with any stream is an anomaly, and each kind becomes a failed
 * check of that name, behind those of the table. */
#include "check.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "check_report.h"
#include "escape.h"
#include "status.h"
#include "xalloc.h"

enum { IDLE_MS = 10000, EVIDENCE_SHOWN = 120 };

struct run {
	const struct options *options;
	struct settings settings;
	struct text base, root;
	struct checks checks;
	struct check_style style;
	struct check_sum sum;
	FILE *junit; /* NULL: not asked for */
	struct text cases;
	int signal; /* the one that interrupted, or 0 */
	bool deserted; /* nobody reads standard output */
};

/* ---- What is shown. */

static void
interrupt(struct run *run)
{
	struct checks *checks = &run->checks;

	checks->interrupted = checks->prober.stopped = true;
	prober_stop(&checks->prober);
}

/* Takes the text. Where nobody reads it any more, nothing more is asked. */
static void
write_out(struct run *run, struct text *text)
{
	fwrite(text_string(text), 1, text->len, stdout);
	if (fflush(stdout) && errno == EPIPE) {
		run->deserted = true;
		interrupt(run);
	}
	text_release(text);
}

/* A server may say the key that it was given. */
static char *
masked(struct run *run, const struct text *text)
{
	char *copy = xstrdup(text_string(text));

	secret_mask_string(&run->checks.prober.secret, &copy);
	return copy;
}

static void
show(struct run *run, const struct check_result *result)
{
	struct text out = { 0 };

	run->sum.counts[result->verdict]++;
	if (run->options->json)
		check_report_json(&out, result);
	else if (run->checks.prober.reached || result->verdict != CHECK_SKIP)
		check_report_row(&out, result, &run->style);
	write_out(run, &out);
	if (run->junit)
		check_report_case(&run->cases, result);
}

/* Takes what the checks hold as evidence. */
static void
show_verdict(struct run *run, const struct check *check, enum verdict verdict,
    int64_t us)
{
	struct checks *checks = &run->checks;
	char *evidence = masked(run, &checks->evidence);
	char *log = masked(run, &checks->prober.log);

	show(run, &(struct check_result){ check->name, check->group,
	    check->help, verdict, evidence, log, us });
	free(evidence);
	free(log);
}

static void
show_sum(struct run *run, int64_t us)
{
	struct text out = { 0 };

	run->sum.url = text_string(&run->base);
	run->sum.model = run->checks.prober.model;
	run->sum.us = us;
	if (run->options->json)
		check_report_json_sum(&out, &run->sum);
	else
		check_report_sum(&out, &run->sum, &run->style);
	write_out(run, &out);
}

/* ---- The checks. */

static void
run_table(struct run *run)
{
	struct loop *loop = run->checks.prober.loop;

	for (const struct check *check = check_table; check->name; check++) {
		int64_t began = loop_refresh(loop);
		enum verdict verdict = checks_run(&run->checks, check);

		if (run->checks.interrupted)
			return;
		show_verdict(run, check, verdict, loop_refresh(loop) - began);
	}
}

static void
show_anomaly(struct run *run, enum anomaly anomaly)
{
	struct checks *checks = &run->checks;
	const struct text *bytes = &checks->prober.met[anomaly].bytes;
	struct check check = { .name = anomaly_name(anomaly),
		.group = "anomalies", .help = anomaly_help(anomaly) };

	text_clear(&checks->prober.log);
	check_fail(checks, "%s: first in %s", check.help,
	    checks->prober.met[anomaly].check);
	if (bytes->len) {
		text_add(&checks->evidence, ": ");
		escape_quote_short(&checks->evidence, bytes->bytes, bytes->len,
		    EVIDENCE_SHOWN);
	}
	show_verdict(run, &check, CHECK_FAIL, 0);
}

/* The last check, or one for each that fails. */
static void
run_anomalies(struct run *run)
{
	static const struct check check = { .name = "anomalies",
		.group = "anomalies",
		.help = "nothing is wrong with any of the replies" };
	const struct prober *prober = &run->checks.prober;

	for (size_t i = 0; i < prober->anomalies.count; i++)
		show_anomaly(run,
		    (enum anomaly)prober->anomalies.order[i]);
	if (prober->anomalies.count)
		return;
	text_clear(&run->checks.prober.log);
	if (!probe_is_whole(&run->checks.whole))
		show_verdict(run, &check,
		    check_skip(&run->checks, "no reply came"), 0);
	else
		show_verdict(run, &check,
		    check_pass(&run->checks, "none in %zu replies",
			prober->replies), 0);
}

static bool
write_junit(struct run *run)
{
	struct text out = { 0 };
	bool ok;

	if (!run->junit)
		return true;
	check_report_junit(&out, &run->cases, &run->sum);
	ok = fwrite(text_string(&out), 1, out.len, run->junit) == out.len;
	ok = !fclose(run->junit) && ok;
	run->junit = NULL;
	text_release(&out);
	if (!ok)
		fprintf(stderr, "echochat: cannot write %s: %s\n",
		    run->options->junit, strerror(errno));
	return ok;
}

static void
on_signal(void *data, int number)
{
	struct run *run = data;

	run->signal = number;
	interrupt(run);
	loop_stop(run->checks.prober.loop);
}

static int
run_all(struct run *run)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct loop *loop = run->checks.prober.loop;
	int64_t began = loop_refresh(loop);
	bool ok;

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		loop_signal(loop, signals[i], on_signal, run);
	run_table(run);
	if (!run->checks.interrupted)
		run_anomalies(run);
	if (!run->deserted)
		show_sum(run, loop_refresh(loop) - began);
	ok = write_junit(run);
	if (run->signal)
		return 128 + run->signal;
	return ok && !run->sum.counts[CHECK_FAIL] ? STATUS_OK : STATUS_FAILED;
}

/* ---- Before. */

/* What was asked for in chats is not for checks, but for what only this server
 * wants, as the template. */
static void
prepare_settings(struct run *run)
{
	const struct setting *idle = setting_find("idle_timeout");

	settings_copy(&run->settings, &run->options->settings);
	if (!setting_is_set(&run->settings, idle))
		run->settings.idle_timeout_ms = IDLE_MS;
}

static void
prepare_prober(struct run *run)
{
	struct prober *prober = &run->checks.prober;
	const struct text *model = &run->settings.model_name;

	prober->loop = loop_new();
	prober->http = http_new(prober->loop);
	prober->settings = &run->settings;
	prober->base = text_string(&run->base);
	prober->model = model->len ? text_string(model) : NULL;
	run->checks.root = text_string(&run->root);
}

/* /health and /metrics stand beside /v1. */
static void
find_root(struct run *run)
{
	const char *base = text_string(&run->base);
	size_t len = strlen(base);

	if (len > 3 && !strcmp(base + len - 3, "/v1"))
		len -= 3;
	text_append(&run->root, base, len);
}

static int
terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) ||
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return 0;
	return size.ws_col;
}

static void
prepare_style(struct run *run, bool utf8)
{
	const char *no_colour = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	run->style = (struct check_style){
		.colours = isatty(STDOUT_FILENO) &&
		    !(no_colour && *no_colour) && term &&
		    strcmp(term, "dumb"),
		.utf8 = utf8,
		.columns = terminal_width(),
		.verbose = run->options->level > 0,
	};
}

static bool
prepare(struct run *run, bool utf8, struct text *error)
{
	const char *path = run->options->junit;

	if (!http_base_url(run->options->engine, &run->base, error))
		return false;
	find_root(run);
	prepare_settings(run);
	prepare_prober(run);
	prepare_style(run, utf8);
	if (!secret_read(&run->checks.prober.secret,
		text_string(&run->settings.api_key_env), error))
		return false;
	if (!path)
		return true;
	run->junit = fopen(path, "we");
	if (!run->junit)
		text_printf(error, "--junit: cannot open %s: %s", path,
		    strerror(errno));
	return run->junit;
}

int
check_run(const struct options *options, bool utf8)
{
	struct run run = { .options = options };
	struct text error = { 0 };
	int status = STATUS_USAGE;

	if (prepare(&run, utf8, &error))
		status = run_all(&run);
	else
		status_complain(text_string(&error));
	checks_release(&run.checks);
	if (run.checks.prober.loop)
		loop_free(run.checks.prober.loop);
	settings_release(&run.settings);
	text_release(&run.base);
	text_release(&run.root);
	text_release(&run.cases);
	text_release(&error);
	if (run.deserted)
		status_die_of_pipe();
	return status;
}
