/* test_perfetto.c: requests as a trace for Perfetto's viewer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "../src/perfetto.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static struct tracefile_record
request(const char *session, int64_t received_ms, double ttft_ms,
    double total_ms)
{
	struct tracefile_record record = { .is_request = true,
		.input_tokens = -1, .output_tokens = -1, .cached_tokens = -1,
		.prefill_wait_ms = -1, .prefill_ms = -1, .itl_ms = -1,
		.stop_token = -1, .block_size = -1,
		.received_ms = received_ms, .ttft_ms = ttft_ms,
		.total_ms = total_ms };

	if (session)
		record.session_id = (struct span){ session, strlen(session) };
	return record;
}

/* The trace, for the caller to delete. */
static cJSON *
trace_of(const struct tracefile_record *records, size_t count,
    uint64_t left_out)
{
	char *bytes = NULL;
	size_t len;
	FILE *out = open_memstream(&bytes, &len);
	struct perfetto *perfetto = perfetto_new(out);
	cJSON *json;

	for (size_t i = 0; i < count; i++)
		perfetto_add(perfetto, "file", &records[i]);
	assert_int_equal(perfetto_finish(perfetto), left_out);
	fclose(out);
	json = cJSON_Parse(bytes);
	free(bytes);
	assert_non_null(json);
	assert_string_equal(cJSON_GetStringValue(
	    cJSON_GetObjectItem(json, "displayTimeUnit")), "ms");
	return json;
}

/* A line an event: what, name, process, thread, begin, length; threads count
 * from 0 on, times from the first on. */
static char *
events_of(const cJSON *trace, double from_us)
{
	struct text out = { 0 };
	const cJSON *event;

	cJSON_ArrayForEach(event, cJSON_GetObjectItem(trace, "traceEvents")) {
		const char *phase = cJSON_GetStringValue(
		    cJSON_GetObjectItem(event, "ph"));
		const char *name = cJSON_GetStringValue(
		    cJSON_GetObjectItem(event, "name"));
		const cJSON *args = cJSON_GetObjectItem(event, "args");
		double pid = cJSON_GetNumberValue(
		    cJSON_GetObjectItem(event, "pid"));
		double tid = cJSON_GetNumberValue(
		    cJSON_GetObjectItem(event, "tid"));

		if (*phase == 'M')
			text_printf(&out, "%s %s\n", name,
			    cJSON_GetStringValue(
			    cJSON_GetObjectItem(args, "name")));
		else
			text_printf(&out, "%s %g/%g %.0f+%.0f\n", name, pid,
			    tid - 1000000, cJSON_GetNumberValue(
			    cJSON_GetObjectItem(event, "ts")) - from_us,
			    cJSON_GetNumberValue(
			    cJSON_GetObjectItem(event, "dur")));
	}
	return text_take(&out);
}

static void
check(const struct tracefile_record *records, size_t count,
    uint64_t left_out, const char *wanted)
{
	cJSON *trace = trace_of(records, count, left_out);
	char *events = events_of(trace, 1777312800000000.0);

	assert_string_equal(events, wanted);
	cJSON_Delete(trace);
	free(events);
}

#define T INT64_C(1777312800000)

static void
perfetto_add__draws__a_request_and_its_parts(void **state)
{
	const struct tracefile_record records[] = {
		request("s", T + 1, 2.5, 10.25),
	};

	(void)state;
	check(records, 1, 0,
	    "process_name session s\n"
	    "thread_name requests 1\n"
	    "request 1/0 1000+10250\n"
	    "time to first token 1/0 1000+2500\n"
	    "streaming 1/0 3500+7750\n");
}

static void
perfetto_add__draws_no_part__of_unknown_length(void **state)
{
	const struct tracefile_record records[] = {
		request(NULL, T, -1, 10),
		request(NULL, T + 10, 11, 10),
	};

	(void)state;
	check(records, COUNT(records), 0,
	    "process_name file\n"
	    "thread_name requests 1\n"
	    "request 1/0 0+10000\n"
	    "request 1/0 10000+10000\n");
}

static void
perfetto_add__opens_lanes__for_what_overlaps(void **state)
{
	/* In the order of their ends, as they are recorded. */
	const struct tracefile_record records[] = {
		request(NULL, T + 10, -1, 10),
		request(NULL, T + 0, -1, 30),
		request(NULL, T + 20, -1, 15),
		request(NULL, T + 29, -1, 11),
		request(NULL, T + 0, -1, 10),
	};

	(void)state;
	check(records, COUNT(records), 0,
	    "process_name file\n"
	    "thread_name requests 1\n"
	    "request 1/0 10000+10000\n"
	    "thread_name requests 2\n"
	    "request 1/1 0+30000\n"
	    "request 1/0 20000+15000\n"
	    "thread_name requests 3\n"
	    "request 1/2 29000+11000\n"
	    "request 1/0 0+10000\n");
}

static void
perfetto_add__makes__a_process_of_each_session(void **state)
{
	const struct tracefile_record records[] = {
		request("a", T, -1, 1),
		request("file", T, -1, 1),
		request(NULL, T, -1, 1),
		request("a", T + 1, -1, 1),
	};

	(void)state;
	check(records, COUNT(records), 0,
	    "process_name session a\n"
	    "thread_name requests 1\n"
	    "request 1/0 0+1000\n"
	    "process_name session file\n"
	    "thread_name requests 1\n"
	    "request 2/1 0+1000\n"
	    "process_name file\n"
	    "thread_name requests 1\n"
	    "request 3/2 0+1000\n"
	    "request 1/0 1000+1000\n");
}

static void
perfetto_add__leaves_out__what_has_no_time(void **state)
{
	const struct tracefile_record records[] = {
		request(NULL, -1, -1, 1),
		request(NULL, T, -1, -1),
	};

	(void)state;
	check(records, COUNT(records), 2, "");
	check(NULL, 0, 0, "");
}

static void
perfetto_add__tells__the_facts(void **state)
{
	struct tracefile_record record = request("s", T, 1, 2);
	cJSON *trace;
	const cJSON *args;

	(void)state;
	record.request_id = (struct span){ "r\"1\n", 4 };
	record.output_tokens = 7;
	trace = trace_of(&record, 1, 0);
	args = cJSON_GetObjectItem(cJSON_GetArrayItem(
	    cJSON_GetObjectItem(trace, "traceEvents"), 2), "args");
	assert_string_equal(cJSON_GetStringValue(
	    cJSON_GetObjectItem(args, "request_id")), "r\"1\n");
	assert_int_equal(cJSON_GetNumberValue(
	    cJSON_GetObjectItem(args, "output_tokens")), 7);
	assert_null(cJSON_GetObjectItem(args, "input_tokens"));
	cJSON_Delete(trace);
}

/* Far more than a viewer shows, in time. */
static void
perfetto_add__shares__a_process_among_too_many_sessions(void **state)
{
	enum { SESSIONS = 1500 };
	struct tracefile_record *records = calloc(SESSIONS, sizeof(*records));
	char (*names)[16] = calloc(SESSIONS, sizeof(*names));
	const cJSON *last;
	cJSON *trace;

	(void)state;
	for (int i = 0; i < SESSIONS; i++) {
		snprintf(names[i], sizeof(*names), "s%d", i);
		records[i] = request(names[i], T, -1, 1);
	}
	trace = trace_of(records, SESSIONS, 0);
	last = cJSON_GetObjectItem(trace, "traceEvents");
	last = cJSON_GetArrayItem(last, cJSON_GetArraySize(last) - 1);
	assert_int_equal(cJSON_GetNumberValue(
	    cJSON_GetObjectItem(last, "pid")), 1001);
	cJSON_Delete(trace);
	free(records);
	free(names);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perfetto_add__draws__a_request_and_its_parts),
		cmocka_unit_test(
		    perfetto_add__draws_no_part__of_unknown_length),
		cmocka_unit_test(perfetto_add__opens_lanes__for_what_overlaps),
		cmocka_unit_test(
		    perfetto_add__makes__a_process_of_each_session),
		cmocka_unit_test(perfetto_add__leaves_out__what_has_no_time),
		cmocka_unit_test(perfetto_add__tells__the_facts),
		cmocka_unit_test(
		    perfetto_add__shares__a_process_among_too_many_sessions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
