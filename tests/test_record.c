/* test_record.c: recordings: what is written, what is read, and that the second
 * gives back the first. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../engine/record.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define REQUEST "{\"record\":\"request\",\"t_ms\":0}\n"
#define HEAD "{\"record\":\"head\",\"t_ms\":1,\"status\":200}\n"
#define DATA(t_ms, more) \
	"{\"record\":\"data\",\"t_ms\":" t_ms "," more "}"
#define ASK(more) "{\"record\":\"request\",\"t_ms\":0," more "}"
#define END(more) "{\"record\":\"end\",\"t_ms\":1" more "}"

struct fixture {
	char path[64];
	struct recorder *recorder;
	struct recording recording;
	struct text error;
};

/* Makes a name for a file, and no file. */
static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));
	int fd;

	strcpy(f->path, "/tmp/test_record.XXXXXX");
	fd = mkstemp(f->path);
	if (fd < 0)
		return -1;
	close(fd);
	*state = f;
	return unlink(f->path);
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	recorder_close(f->recorder);
	recording_release(&f->recording);
	text_release(&f->error);
	unlink(f->path);
	free(f);
	return 0;
}

static void
write_file(const struct fixture *f, const char *bytes, size_t len)
{
	FILE *file = fopen(f->path, "w");

	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

/* Returns what is in the file. The caller frees it. */
static char *
read_file(const struct fixture *f)
{
	static char buffer[65536];
	FILE *file = fopen(f->path, "r");
	size_t len = fread(buffer, 1, sizeof(buffer) - 1, file);

	fclose(file);
	buffer[len] = '\0';
	return strdup(buffer);
}

static void
check_file(const struct fixture *f, const char *wanted)
{
	char *found = read_file(f);

	if (strcmp(found, wanted) != 0)
		fail_msg("found %s", found);
	free(found);
}

static void
open_recorder(struct fixture *f, const char *secret)
{
	recorder_close(f->recorder);
	f->recorder = recorder_open(f->path, secret, &f->error);
	assert_non_null(f->recorder);
}

static void
read_back(struct fixture *f)
{
	recording_release(&f->recording);
	if (!recording_read(&f->recording, f->path, &f->error))
		fail_msg("%s", f->error.bytes);
}

static void
check_text(const struct text *text, const char *bytes, size_t len)
{
	assert_int_equal(text->len, len);
	assert_memory_equal(text_string(text), bytes, len);
}

/* ---- Writing. */

static void
recorder__writes__a_line_for_each_piece(void **state)
{
	struct fixture *f = *state;

	open_recorder(f, NULL);
	recorder_request(f->recorder, 1700000000123, "http://h/v1", "{\"a\":1}",
	    7);
	recorder_head(f->recorder, 12100, 200,
	    "HTTP/1.1 200 OK\r\nA: \"b\"\r\n\r\n");
	recorder_data(f->recorder, 31700, "data: {\"x\":\"\xc3\xa9\"}\n\n", 18);
	recorder_data(f->recorder, 31701, "\xc3", 1);
	recorder_data(f->recorder, 1000000, "", 0);
	recorder_end(f->recorder, 99000, ANSWER_RESET, "it was reset");
	assert_null(recorder_error(f->recorder));
	check_file(f,
	    "{\"record\":\"request\",\"t_ms\":0,\"wall_ms\":1700000000123,"
	    "\"url\":\"http://h/v1\",\"body\":{\"a\":1}}\n"
	    "{\"record\":\"head\",\"t_ms\":12.1,\"status\":200,"
	    "\"head\":\"HTTP/1.1 200 OK\\r\\nA: \\\"b\\\"\\r\\n\\r\\n\"}\n"
	    "{\"record\":\"data\",\"t_ms\":31.7,"
	    "\"text\":\"data: {\\\"x\\\":\\\"\xc3\xa9\\\"}\\n\\n\"}\n"
	    "{\"record\":\"data\",\"t_ms\":31.701,\"base64\":\"ww==\"}\n"
	    "{\"record\":\"data\",\"t_ms\":1000,\"text\":\"\"}\n"
	    "{\"record\":\"end\",\"t_ms\":99,\"end\":\"reset\","
	    "\"sentence\":\"it was reset\"}\n");
}

static void
recorder__appends__to_what_is_there(void **state)
{
	struct fixture *f = *state;

	for (int i = 0; i < 3; i++) {
		open_recorder(f, NULL);
		recorder_request(f->recorder, i, "u", "{}", 2);
	}
	read_back(f);
	assert_int_equal(f->recording.count, 3);
	assert_int_equal(f->recording.records[2].wall_ms, 2);
}

static void
recorder__makes__a_file_for_its_owner_only(void **state)
{
	struct fixture *f = *state;
	mode_t before = umask(0);
	struct stat file;

	open_recorder(f, NULL);
	umask(before);
	assert_int_equal(stat(f->path, &file), 0);
	assert_int_equal(file.st_mode & 07777, 0600);
}

static void
recorder__never_writes__the_secret(void **state)
{
	struct fixture *f = *state;
	char *found;

	open_recorder(f, "sk-123");
	recorder_request(f->recorder, 0, "http://sk-123@h",
	    "{\"k\":\"sk-123\"}", 14);
	recorder_request(f->recorder, 0, "", "no sk-123 JSON", 14);
	recorder_head(f->recorder, 1, 200, "Echo: sk-123sk-123\r\n");
	recorder_data(f->recorder, 2, "a sk-123 b", 10);
	recorder_data(f->recorder, 3, "\xff sk-123", 8);
	recorder_end(f->recorder, 4, ANSWER_RESET, "with sk-123");
	found = read_file(f);
	assert_null(strstr(found, "sk-"));
	free(found);
	read_back(f);
	const struct record *records = f->recording.records;
	check_text(&records[0].url, "http://***@h", 12);
	check_text(&records[0].bytes, "{\"k\":\"***\"}", 11);
	check_text(&records[1].bytes, "no *** JSON", 11);
	check_text(&records[2].bytes, "Echo: ******\r\n", 14);
	check_text(&records[3].bytes, "a *** b", 7);
	check_text(&records[4].bytes, "\xff ***", 5);
	check_text(&records[5].bytes, "with ***", 8);
}

/* Where it stood in the syntax, the body is JSON no longer. */
static void
recorder__keeps__its_lines_whole_without_the_secret(void **state)
{
	struct fixture *f = *state;

	open_recorder(f, "true");
	recorder_request(f->recorder, 0, "", "{\"stream\":true}", 15);
	read_back(f);
	assert_null(f->recording.cut);
	check_text(&f->recording.records[0].bytes, "{\"stream\":***}", 14);
}

static void
recorder__tells__the_first_trouble_only(void **state)
{
	struct fixture *f = *state;

	if (access("/dev/full", W_OK) != 0)
		skip();
	f->recorder = recorder_open("/dev/full", NULL, &f->error);
	assert_non_null(f->recorder);
	assert_null(recorder_error(f->recorder));
	recorder_request(f->recorder, 0, "", "{}", 2);
	const char *error = recorder_error(f->recorder);
	assert_string_equal(error,
	    "cannot record to /dev/full: No space left on device");
	recorder_data(f->recorder, 0, "x", 1);
	assert_ptr_equal(recorder_error(f->recorder), error);
}

static void
recorder_open__explains__what_it_cannot_open(void **state)
{
	struct fixture *f = *state;

	assert_null(recorder_open("/nowhere/at/all", NULL, &f->error));
	assert_string_equal(f->error.bytes,
	    "cannot record to /nowhere/at/all: No such file or directory");
	text_clear(&f->error);
	assert_null(recorder_open("/", NULL, &f->error));
	assert_string_equal(f->error.bytes,
	    "cannot record to /: Is a directory");
}

static void
recorder_open__refuses__to_add_to_half_a_line(void **state)
{
	struct fixture *f = *state;

	write_file(f, "{\"rec", 5);
	assert_null(recorder_open(f->path, NULL, &f->error));
	assert_non_null(strstr(f->error.bytes, f->path));
	assert_non_null(strstr(f->error.bytes, "in the middle of a line"));
	check_file(f, "{\"rec");
}

/* ---- Reading. */

static void
recording_read__gives_back__what_was_recorded(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} pieces[] = {
		{ "", 0 }, { "a\0b", 3 }, { "\"\\/\n\r\t\x01\x7f", 8 },
		{ "\xf0\x9f\x98\x80", 4 }, { "\xf0\x9f\x98", 3 },
		{ "\x80", 1 }, { "\xff\xfe", 2 }, { "\xed\xa0\x80", 3 },
		{ "\0\xff\0\xff", 4 }, { "\xef\xbf\xbd", 3 },
	};
	struct fixture *f = *state;

	open_recorder(f, NULL);
	recorder_request(f->recorder, 253402300799999, "u\n",
	    "{\"a\":[1e3, -0]}", 15);
	recorder_head(f->recorder, 1, 404, "h\r\n");
	for (size_t i = 0; i < COUNT(pieces); i++)
		recorder_data(f->recorder, 2000001 + (int64_t)i,
		    pieces[i].bytes, pieces[i].len);
	recorder_end(f->recorder, 86400000001, ANSWER_STALLED, "s");
	read_back(f);
	assert_null(f->recording.cut);
	assert_int_equal(f->recording.count, COUNT(pieces) + 3);
	const struct record *record = f->recording.records;
	assert_int_equal(record->kind, RECORD_REQUEST);
	assert_int_equal(record->wall_ms, 253402300799999);
	check_text(&record->url, "u\n", 2);
	check_text(&record->bytes, "{\"a\":[1e3, -0]}", 15);
	record++;
	assert_int_equal(record->kind, RECORD_HEAD);
	assert_int_equal(record->t_us, 1);
	assert_int_equal(record->status, 404);
	check_text(&record->bytes, "h\r\n", 3);
	for (size_t i = 0; i < COUNT(pieces); i++) {
		record++;
		assert_int_equal(record->kind, RECORD_DATA);
		assert_int_equal(record->t_us, 2000001 + i);
		check_text(&record->bytes, pieces[i].bytes, pieces[i].len);
	}
	record++;
	assert_int_equal(record->kind, RECORD_END);
	assert_int_equal(record->t_us, 86400000001);
	assert_int_equal(record->end, ANSWER_STALLED);
	check_text(&record->bytes, "s", 1);
}

static void
recording_read__gives_back__each_end(void **state)
{
	static const enum answer_end ends[] = { ANSWER_CLEAN, ANSWER_PREMATURE,
		ANSWER_RESET, ANSWER_STALLED, ANSWER_CANCELLED };
	struct fixture *f = *state;

	open_recorder(f, NULL);
	for (size_t i = 0; i < COUNT(ends); i++) {
		recorder_request(f->recorder, 0, "", "{}", 2);
		recorder_end(f->recorder, 0, ends[i], "");
	}
	read_back(f);
	assert_null(f->recording.cut);
	for (size_t i = 0; i < COUNT(ends); i++)
		assert_int_equal(f->recording.records[2 * i + 1].end, ends[i]);
}

/* A line holds the body one level deeper than the body itself. */
static void
recording_read__gives_back__bodies_of_any_form(void **state)
{
	static const char *const bodies[] = { "", "{}", "[]", "\"a\"", "1",
		"1,2", "1],[2", "{", "{\n}", "{\"a\":NaN}", "nothing",
		"{\"a\":1,\"a\":2}" };
	struct fixture *f = *state;
	char deep[] = "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
		      "[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
		      "]]]]]]]]]]]]]]]]";

	assert_int_equal(strlen(deep), 2 * 64);
	for (int depth = 0; depth < 4; depth++) {
		open_recorder(f, NULL);
		recorder_request(f->recorder, 0, "", deep + depth,
		    strlen(deep) - 2 * (size_t)depth);
		read_back(f);
		assert_null(f->recording.cut);
		check_text(&f->recording.records[depth].bytes, deep + depth,
		    strlen(deep) - 2 * (size_t)depth);
	}
	for (size_t i = 0; i < COUNT(bodies); i++) {
		unlink(f->path);
		open_recorder(f, NULL);
		recorder_request(f->recorder, 0, "", bodies[i],
		    strlen(bodies[i]));
		read_back(f);
		assert_null(f->recording.cut);
		check_text(&f->recording.records[0].bytes, bodies[i],
		    strlen(bodies[i]));
	}
}

static void
recording_read__gives_back__long_lines(void **state)
{
	enum { LEN = 5000000 };
	struct fixture *f = *state;
	char *bytes = malloc(LEN);

	for (int i = 0; i < 2; i++) {
		memset(bytes, i ? 0xe9 : 'e', LEN);
		unlink(f->path);
		open_recorder(f, NULL);
		recorder_request(f->recorder, 0, "", "{}", 2);
		recorder_head(f->recorder, 0, 200, "");
		recorder_data(f->recorder, 0, bytes, LEN);
		read_back(f);
		assert_null(f->recording.cut);
		check_text(&f->recording.records[2].bytes, bytes, LEN);
	}
	free(bytes);
}

static void
recording_read__takes__what_others_may_write(void **state)
{
	static const struct {
		const char *line;
		int64_t t_us;
		const char *bytes;
	} cases[] = {
		{ " { \"text\" : \"a\", \"t_ms\" : 1, \"record\" : \"data\" } ",
		    1000, "a" },
		{ DATA("0.5", "\"text\":\"\\u0041\""), 500, "A" },
		{ DATA("12.3456789", "\"text\":\"\""), 12345, "" },
		{ DATA("12.34", "\"base64\":\"QQ==\""), 12340, "A" },
		{ DATA("7", "\"base64\":\"QUI=\",\"x\":{}"), 7000, "AB" },
		{ DATA("7", "\"base64\":\"QUJD\""), 7000, "ABC" },
		{ DATA("7", "\"base64\":\"\"") "\r", 7000, "" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct text file = { 0 };
		/* The last line needs no end. */
		text_printf(&file, REQUEST HEAD "%s", cases[i].line);
		write_file(f, file.bytes, file.len);
		text_release(&file);
		read_back(f);
		if (f->recording.cut)
			fail_msg("%s: %s", cases[i].line, f->recording.cut);
		assert_int_equal(f->recording.count, 3);
		const struct record *record = &f->recording.records[2];
		assert_int_equal(record->t_us, cases[i].t_us);
		assert_string_equal(text_string(&record->bytes),
		    cases[i].bytes);
	}
}

static void
recording_read__skips__records_of_later_versions(void **state)
{
	static const char file[] = "{\"record\":\"version\",\"number\":2}\n"
	    REQUEST "{\"record\":\"trailer\",\"t_ms\":\"x\"}\n" HEAD;
	struct fixture *f = *state;

	write_file(f, file, strlen(file));
	read_back(f);
	assert_null(f->recording.cut);
	assert_int_equal(f->recording.count, 2);
	assert_int_equal(f->recording.records[1].kind, RECORD_HEAD);
}

static void
recording_read__stops__at_the_first_broken_line(void **state)
{
	static const char *const lines[] = {
		"",
		"data",
		"[]",
		"{}",
		"{\"record\":5}",
		"{\"record\":\"data\",\"t_ms\":1,\"text\":\"a\"",
		"{\"record\":\"data\",\"t_ms\":1,\"text\":\"a",
		DATA("1", "\"text\":\"\xc3\""),
		DATA("1", "\"text\":\"a\x01\""),
		DATA("1", "\"text\":\"a\"") "{}",
		"{\"record\":\"data\",\"text\":\"a\"}",
		DATA("-1", "\"text\":\"a\""),
		DATA("\"1\"", "\"text\":\"a\""),
		DATA("1e3", "\"text\":\"a\""),
		DATA("9999999999999999", "\"text\":\"a\""),
		DATA("99999999999999999999999.0", "\"text\":\"a\""),
		DATA("1", "\"x\":1"),
		DATA("1", "\"text\":1"),
		DATA("1", "\"base64\":1"),
		DATA("1", "\"base64\":\"Q\""),
		DATA("1", "\"base64\":\"QQ\""),
		DATA("1", "\"base64\":\"QQ=\""),
		DATA("1", "\"base64\":\"Q===\""),
		DATA("1", "\"base64\":\"====\""),
		DATA("1", "\"base64\":\"QR==\""),
		DATA("1", "\"base64\":\"QUJ=\""),
		DATA("1", "\"base64\":\"QQ=A\""),
		DATA("1", "\"base64\":\"QQ==QQ==\""),
		DATA("1", "\"base64\":\"QU-_\""),
		DATA("1", "\"base64\":\"QQ==\\n\""),
		DATA("1", "\"base64\":\"\\u0000QUI\""),
		HEAD,
		END(""),
		END(",\"end\":\"happy\""),
		END(",\"end\":\"clean\",\"sentence\":1"),
		ASK("\"wall_ms\":\"now\""),
		ASK("\"wall_ms\":-1"),
		ASK("\"wall_ms\":9223372036854775807"),
		ASK("\"url\":1"),
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(lines); i++) {
		struct text file = { 0 }, cut = { 0 };
		text_printf(&file, REQUEST HEAD "%s\n" REQUEST, lines[i]);
		write_file(f, file.bytes, file.len);
		read_back(f);
		if (!f->recording.cut)
			fail_msg("taken: %s", lines[i]);
		text_printf(&cut, "%s: line 3 is cut or broken; the recording "
		    "plays up to there", f->path);
		assert_string_equal(f->recording.cut, cut.bytes);
		assert_int_equal(f->recording.count, 2);
		text_release(&file);
		text_release(&cut);
	}
}

static void
recording_read__minds__the_order_of_records(void **state)
{
	static const struct {
		const char *words; /* r, h, d, e: the records */
		size_t good;
	} cases[] = {
		{ "rhdde", 5 }, { "re", 2 }, { "rhe", 3 }, { "rrr", 3 },
		{ "rhdrhd", 6 }, { "rererhder", 9 }, { "rd", 1 },
		{ "rhh", 2 }, { "rhdh", 3 }, { "ree", 2 }, { "rhded", 4 },
		{ "rheh", 3 },
	};
	static const char *const lines[] = { ['r'] = REQUEST, ['h'] = HEAD,
		['d'] = DATA("1", "\"text\":\"\"") "\n",
		['e'] = END(",\"end\":\"clean\"") "\n" };
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct text file = { 0 };
		for (const char *c = cases[i].words; *c; c++)
			text_add(&file, lines[(int)*c]);
		write_file(f, file.bytes, file.len);
		text_release(&file);
		read_back(f);
		assert_int_equal(f->recording.count, cases[i].good);
		assert_int_equal(f->recording.cut != NULL,
		    cases[i].good < strlen(cases[i].words));
	}
}

/* Cut at any byte, what was whole is there, and what was not is told. */
static void
recording_read__plays_up_to__any_cut(void **state)
{
	struct fixture *f = *state;
	size_t lines = 0;
	char *whole;

	open_recorder(f, NULL);
	recorder_request(f->recorder, 5, "u", "{\"m\":\"\xc3\xa9\"}", 10);
	recorder_head(f->recorder, 1, 200, "HTTP/1.1 200 OK\r\n\r\n");
	recorder_data(f->recorder, 2, "data: 1\n\n", 9);
	recorder_data(f->recorder, 3, "\xff", 1);
	recorder_end(f->recorder, 4, ANSWER_CLEAN, "");
	whole = read_file(f);
	for (size_t len = strcspn(whole, "\n"); len <= strlen(whole); len++) {
		bool at_end = whole[len] == '\n' || whole[len - 1] == '\n';
		lines += whole[len] == '\n';
		write_file(f, whole, len);
		read_back(f);
		assert_int_equal(f->recording.count, lines);
		assert_int_equal(!f->recording.cut, at_end);
	}
	assert_int_equal(lines, 5);
	free(whole);
}

static void
recording_read__explains__what_is_no_recording(void **state)
{
	static const char *const files[] = { "", "\n", "hello\n", "{\"record\"",
		"{\"record\":\"new\"}\n", HEAD };
	struct fixture *f = *state;

	for (size_t i = 0; i < COUNT(files); i++) {
		struct text error = { 0 }, wanted = { 0 };
		write_file(f, files[i], strlen(files[i]));
		assert_false(recording_read(&f->recording, f->path, &error));
		text_printf(&wanted, "%s is no recording: it does not begin "
		    "with the record of a request", f->path);
		assert_string_equal(error.bytes, wanted.bytes);
		text_release(&error);
		text_release(&wanted);
	}
}

static void
recording_read__explains__what_cannot_be_read(void **state)
{
	struct fixture *f = *state;

	assert_false(recording_read(&f->recording, "/nowhere", &f->error));
	assert_string_equal(f->error.bytes,
	    "cannot read /nowhere: No such file or directory");
	text_clear(&f->error);
	assert_false(recording_read(&f->recording, "/", &f->error));
	assert_string_equal(f->error.bytes, "cannot read /: Is a directory");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(recorder__writes__a_line_for_each_piece),
		TEST(recorder__appends__to_what_is_there),
		TEST(recorder__makes__a_file_for_its_owner_only),
		TEST(recorder__never_writes__the_secret),
		TEST(recorder__keeps__its_lines_whole_without_the_secret),
		TEST(recorder__tells__the_first_trouble_only),
		TEST(recorder_open__explains__what_it_cannot_open),
		TEST(recorder_open__refuses__to_add_to_half_a_line),
		TEST(recording_read__gives_back__what_was_recorded),
		TEST(recording_read__gives_back__each_end),
		TEST(recording_read__gives_back__bodies_of_any_form),
		TEST(recording_read__gives_back__long_lines),
		TEST(recording_read__takes__what_others_may_write),
		TEST(recording_read__skips__records_of_later_versions),
		TEST(recording_read__stops__at_the_first_broken_line),
		TEST(recording_read__minds__the_order_of_records),
		TEST(recording_read__plays_up_to__any_cut),
		TEST(recording_read__explains__what_is_no_recording),
		TEST(recording_read__explains__what_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
