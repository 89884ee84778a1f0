/* test_program_faults.c: the closed loop, over sockets: the built program as a
 * server does wrong what it is told to, in each of the three ways of telling
 * it, and the built program as a client must say what the table says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../src/fault.h"
#include "served.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define PROMPT "one two three four"

enum {
	AT_ONCE = 48, /* runs; most of their time goes by in waiting */
	WORDS_OF_CLIENT = 20,
};

enum way { BY_OPTION, BY_HEADER, BY_MODEL };

struct run {
	const struct fault *fault;
	struct served own; /* BY_OPTION */
	struct program client;
	char spec[80], header[120], model[100], out[80];
	const char *words[WORDS_OF_CLIENT];
};

static struct run runs[AT_ONCE];
static struct served shared;

static int
tear_down(void **state)
{
	(void)state;
	for (size_t i = 0; i < AT_ONCE; i++) {
		program_release(&runs[i].client);
		served_release(&runs[i].own);
	}
	served_release(&shared);
	return 0;
}

/* ---- One run. */

/* What some faults need to be seen. */
static const struct need {
	const char *name, *option, *value;
} needs[] = {
	{ "stop-string-leaked", "--stop", "three" },
	{ "partial-stop-leaked", "--stop", "three" },
	{ "suspect-length", "--max-tokens", "20" },
	{ "stalled", "--idle-timeout", "1500" },
};

static void
add_words(struct run *run, const char *option, const char *value)
{
	size_t i = 0;

	while (run->words[i])
		i++;
	run->words[i] = option;
	run->words[i + 1] = value;
}

/* A place is given where one can be; in the text, but where its own is behind
 * all of it. What trickles takes seconds from an early one. */
static const char *
place_of(const struct fault *fault)
{
	if (!fault_has_place(fault) || fault->at == FAULT_LAST)
		return "";
	return fault->then == REPLY_TRICKLE ? "@17" : "@4";
}

static void
make_spec(struct run *run, enum way way)
{
	snprintf(run->spec, sizeof(run->spec), "%s%s", run->fault->name,
	    place_of(run->fault));
	snprintf(run->header, sizeof(run->header), "x-echochat-fault: %s",
	    run->spec);
	snprintf(run->model, sizeof(run->model), "x%s%s",
	    way == BY_MODEL ? "+" : "", way == BY_MODEL ? run->spec : "");
}

static void
start_run(struct run *run, const struct fault *fault, enum way way)
{
	const struct served *server = &shared;

	*run = (struct run){ .fault = fault,
		.words = { "in=stdin", "--json", run->out } };
	make_spec(run, way);
	if (way == BY_OPTION) {
		served_start(&run->own, WORDS("--delay", "0", "--fault",
		    run->spec));
		server = &run->own;
	}
	snprintf(run->out, sizeof(run->out), "out=%s", server->url);
	add_words(run, "--model-name", run->model);
	if (way == BY_HEADER)
		add_words(run, "--header", run->header);
	for (size_t i = 0; i < COUNT(needs); i++)
		if (!strcmp(needs[i].name, fault->name))
			add_words(run, needs[i].option, needs[i].value);
	program_start(&run->client, run->words);
	program_type(&run->client, PROMPT);
}

/* ---- What it must say. */

static const char *
outcome_word(enum message_state state)
{
	return state == MESSAGE_FINISHED ? "finished"
	    : state == MESSAGE_TRUNCATED ? "truncated" : "error";
}

static void
add_want(const struct fault *fault, struct text *out)
{
	bool wanted[ANOMALIES + 1] = { false };

	wanted[fault->anomaly] = true;
	for (size_t i = 0; i < FAULT_ALSO && fault->also[i]; i++)
		wanted[fault->also[i]] = true;
	text_add(out, outcome_word(fault->outcome));
	for (int i = 0; i < ANOMALIES; i++)
		if (wanted[i])
			text_printf(out, " %s", anomaly_name((enum anomaly)i));
}

/* In the order of the list of anomalies. */
static void
add_anomalies(const cJSON *codes, struct text *out)
{
	for (int i = 0; i < ANOMALIES; i++) {
		const char *name = anomaly_name((enum anomaly)i);
		const cJSON *code;

		cJSON_ArrayForEach(code, codes)
			if (!strcmp(cJSON_GetStringValue(code), name))
				text_printf(out, " %s", name);
	}
}

static void
add_got(const struct program *client, struct text *out)
{
	const char *last = strstr(text_string(&client->output),
	    "{\"event\":\"end\"");
	cJSON *end = cJSON_Parse(last ? last : "");
	const cJSON *outcome = json_find(end, "outcome");

	if (outcome)
		text_add(out, cJSON_GetStringValue(outcome));
	add_anomalies(json_find(end, "anomalies"), out);
	cJSON_Delete(end);
}

static void
compare(const struct run *run)
{
	struct text got = { 0 }, want = { 0 };

	text_printf(&want, "%s: ", run->spec);
	text_printf(&got, "%s: ", run->spec);
	add_want(run->fault, &want);
	add_got(&run->client, &got);
	assert_string_equal(text_string(&got), text_string(&want));
	text_release(&got);
	text_release(&want);
}

static void
end_run(struct run *run, enum way way)
{
	program_end(&run->client);
	compare(run);
	program_release(&run->client);
	if (way != BY_OPTION)
		return;
	assert_int_equal(served_end(&run->own, SIGTERM), 0);
	served_release(&run->own);
}

static void
run_all(enum way way)
{
	const struct fault *fault = fault_table;

	while (fault->name) {
		size_t count = 0;

		for (; fault->name && count < AT_ONCE; fault++)
			start_run(&runs[count++], fault, way);
		for (size_t i = 0; i < count; i++)
			end_run(&runs[i], way);
	}
}

/* ---- The three ways. */

static void
fault__is_seen_by_our_client__when_an_option_says_it(void **state)
{
	(void)state;
	run_all(BY_OPTION);
}

static void
fault__is_seen_by_our_client__when_a_header_says_it(void **state)
{
	(void)state;
	served_start(&shared, WORDS("--delay", "0"));
	run_all(BY_HEADER);
	assert_int_equal(served_end(&shared, SIGTERM), 0);
}

static void
fault__is_seen_by_our_client__when_the_model_says_it(void **state)
{
	(void)state;
	/* The model's name is what is left of it. */
	served_start(&shared, WORDS("--delay", "0", "--model-name", "x"));
	run_all(BY_MODEL);
	assert_int_equal(served_end(&shared, SIGTERM), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(
		    fault__is_seen_by_our_client__when_an_option_says_it,
		    tear_down),
		cmocka_unit_test_teardown(
		    fault__is_seen_by_our_client__when_a_header_says_it,
		    tear_down),
		cmocka_unit_test_teardown(
		    fault__is_seen_by_our_client__when_the_model_says_it,
		    tear_down),
	};

	program_environment();
	return cmocka_run_group_tests_name("program_faults", tests, NULL,
	    NULL);
}
