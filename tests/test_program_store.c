/* test_program_store.c: the built program is killed while replies stream, a
 * hundred times at any moment: what was shown a second before is in its file.
 * And two of them on one conversation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/storefile.h"
#include "../src/storelist.h"
#include "program.h"

enum {
	ROUNDS = 5, AT_ONCE = 20, LOST_MS = 1000, SAMPLES = 4096,
	SCREEN_EACH = 5,
	EARLY_EACH = 4, EARLY_MS = 100, /* counted from the start */
	LIFE_MS = 1600,                 /* from the first output */
};

static struct run {
	struct program program;
	struct text prompt;
	int64_t kill_ms; /* when it will be */
	bool killed;
	/* How much of the reply was seen, and when. */
	struct { int64_t ms; size_t len; } samples[SAMPLES];
	size_t count;
} runs[AT_ONCE];

static char state_folder[64], folder[128];

static int
set_up(void **state)
{
	(void)state;
	strcpy(state_folder, "/tmp/test_program_store.XXXXXX");
	if (!mkdtemp(state_folder))
		return -1;
	setenv("XDG_STATE_HOME", state_folder, 1);
	snprintf(folder, sizeof(folder), "%s/echochat/conversations",
	    state_folder);
	return 0;
}

static int
remove_entry(const char *path, const struct stat *file, int kind,
    struct FTW *place)
{
	(void)file;
	(void)kind;
	(void)place;
	return remove(path);
}

static int
tear_down(void **state)
{
	(void)state;
	for (int i = 0; i < AT_ONCE; i++) {
		program_release(&runs[i].program);
		text_release(&runs[i].prompt);
	}
	return nftw(state_folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* ---- Killing. */

/* The first words tell one run from another. */
static void
start_run(struct run *run, int number)
{
	bool screen = number % SCREEN_EACH == 0;

	text_clear(&run->prompt);
	text_printf(&run->prompt, "run %d", number);
	for (int i = 0; run->prompt.len < 3000; i++)
		text_printf(&run->prompt, " %d", i);
	run->program.tty = screen ? PROGRAM_TTY_IN | PROGRAM_TTY_OUT : 0;
	if (screen)
		program_start(&run->program, WORDS("--delay", "2", "-p",
		    text_string(&run->prompt)));
	else
		program_start(&run->program, WORDS("in=text", "--plain",
		    "--delay", "2", "-p", text_string(&run->prompt)));
	run->kill_ms = number % EARLY_EACH
	    ? INT64_MAX
	    : program_now_ms() + rand() % EARLY_MS;
	run->killed = false;
	run->count = 0;
}

static void
watch_run(struct run *run)
{
	if (!run->program.ended)
		program_pump(&run->program, program_limit_ms(), "the reply");
	if (run->killed)
		return;
	if (run->kill_ms == INT64_MAX && run->program.output.len)
		run->kill_ms = program_now_ms() + rand() % LIFE_MS;
	if (run->count < SAMPLES) {
		run->samples[run->count].ms = program_now_ms();
		run->samples[run->count++].len = run->program.output.len;
	}
	if (program_now_ms() < run->kill_ms)
		return;
	program_kill(&run->program, SIGKILL);
	run->kill_ms = program_now_ms();
	run->killed = true;
}

/* What of the reply must be in the file: on a screen it cannot be counted. */
static size_t
least_stored(const struct run *run)
{
	size_t least = 0;

	for (size_t i = 0; i < run->count && !run->program.tty; i++)
		if (run->samples[i].ms <= run->kill_ms - LOST_MS)
			least = run->samples[i].len;
	return least;
}

static void
assert_prefix(const struct text *part, const struct text *whole)
{
	assert_in_range(part->len, 0, whole->len);
	assert_memory_equal(text_string(part), text_string(whole), part->len);
}

/* Finds the file of the run and reads it. False if there is none. */
static bool
load_run(const struct run *run, struct conversation *conversation)
{
	struct storelist list = { 0 };
	struct storefile_content content;
	struct text error = { 0 };
	bool found = false;
	int fd;

	storelist_read(&list, folder);
	for (size_t i = 0; i < list.count && !found; i++) {
		fd = open(list.items[i].path, O_RDONLY);
		if (!storefile_read(fd, list.items[i].path, conversation,
			&content, &error))
			fail_msg("%s", text_string(&error));
		close(fd);
		free(content.said);
		found = conversation->count && !strncmp(
		    text_string(&conversation->messages[0]->text),
		    run->prompt.bytes, strlen("run 100 "));
		if (!found)
			conversation_release(conversation);
	}
	storelist_release(&list);
	return found;
}

static void
check_run(const struct run *run)
{
	struct conversation conversation = { 0 };
	size_t least = least_stored(run), have = 0;

	if (load_run(run, &conversation)) {
		assert_in_range(conversation.count, 1, 2);
		assert_string_equal(
		    text_string(&conversation.messages[0]->text),
		    text_string(&run->prompt));
		if (conversation.count > 1) {
			have = conversation.messages[1]->text.len;
			assert_prefix(&conversation.messages[1]->text,
			    &run->prompt);
			assert_int_equal(conversation.messages[1]->end.state,
			    MESSAGE_TRUNCATED);
		}
	}
	if (have < least)
		fail_msg("%zu bytes were seen a second before it was killed, "
		    "%zu are stored", least, have);
	conversation_release(&conversation);
}

static bool
all_ended(void)
{
	for (int i = 0; i < AT_ONCE; i++)
		if (!runs[i].killed || !runs[i].program.ended)
			return false;
	return true;
}

static void
kill__loses__the_last_second_at_most(void **state)
{
	size_t counted = 0;

	(void)state;
	srand((unsigned)getpid());
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < AT_ONCE; i++)
			start_run(&runs[i], 100 + round * AT_ONCE + i);
		while (!all_ended())
			for (int i = 0; i < AT_ONCE; i++)
				watch_run(&runs[i]);
		for (int i = 0; i < AT_ONCE; i++) {
			check_run(&runs[i]);
			counted += least_stored(&runs[i]) > 0;
			program_release(&runs[i].program);
		}
	}
	/* Else it has tested nothing. */
	assert_in_range(counted, 5, ROUNDS * AT_ONCE);
}

/* ---- Two programs. */

static size_t
count_files(void)
{
	struct storelist list = { 0 };
	size_t count;

	storelist_read(&list, folder);
	count = list.count;
	storelist_release(&list);
	return count;
}

static void
resume__copies__what_another_program_has_open(void **state)
{
	struct program *first = &runs[0].program, *second = &runs[1].program;
	size_t at;

	(void)state;
	program_start(first, WORDS("in=text", "--plain", "--delay", "0"));
	program_type(first, "one\n");
	at = program_see(first, 0, "[stop: ");
	program_start(second, WORDS("in=text", "--plain", "--resume"));
	program_see(second, 0, "another program has it open");
	program_type(second, "two\n");
	program_see(second, 0, "[stop: ");
	assert_int_equal(count_files(), 2);
	program_type(first, "three\n");
	program_see(first, at, "[stop: ");
	assert_int_equal(program_end(first), 0);
	assert_int_equal(program_end(second), 0);
	program_release(first);
	/* Nobody has it any more: it is opened and not copied. */
	program_run(first, WORDS("in=text", "--plain", "--resume"),
	    "/sessions\n/load 2\n", 18);
	assert_non_null(strstr(text_string(&first->output), "4 messages"));
	assert_null(strstr(text_string(&first->output), "another program"));
	assert_int_equal(count_files(), 2);
}

/* ---- What is never in them. */

static void
store__holds__no_keys(void **state)
{
	static const char *const env[] = { "OPENAI_API_KEY=sesame-key", NULL };
	struct program *program = &runs[0].program;
	char command[200];

	(void)state;
	program->env = env;
	program_run(program, WORDS("in=text", "--plain", "--header",
	    "X-Secret: sesame-header", "--proxy",
	    "http://me:sesame-proxy@[::1]", "--connect-timeout", "500",
	    "out=http://127.0.0.1:1"), "hello\n", 6);
	assert_int_equal(count_files(), 1);
	snprintf(command, sizeof(command), "! grep -r sesame %s", state_folder);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "grep -rq '\"state\":\"failed\"' %s",
	    state_folder);
	assert_int_equal(system(command), 0);
}

static void
stdin__stores__nothing(void **state)
{
	struct program *program = &runs[0].program;

	(void)state;
	program_run(program, WORDS("--delay", "0"), "hello\n", 6);
	assert_int_equal(count_files(), 0);
	program_release(program);
	program_run(program, WORDS("--store", "off", "in=text", "--plain"),
	    "hello\n/save\n", 12);
	assert_non_null(strstr(text_string(&program->output), "is not stored"));
	assert_int_equal(count_files(), 0);
	program_release(program);
	assert_int_equal(program_run(program, WORDS("--resume"), "", 0), 2);
	assert_non_null(strstr(text_string(&program->errors),
	    "--resume goes with in=text"));
	program_release(program);
	assert_int_equal(program_run(program, WORDS("in=text", "--plain",
	    "--resume=none"), "", 0), 2);
	assert_non_null(strstr(text_string(&program->errors),
	    "there is no conversation or file \"none\""));
}

/* Exports are not written over by mistake. */
static void
export__writes_over__when_told(void **state)
{
	struct program *program = &runs[0].program;
	struct text input = { 0 };
	char command[200];

	(void)state;
	text_printf(&input, "hello\n/export %s/a.txt\n/export %s/a.txt\nmore\n"
	    "/export %s/a.txt !\n/save \"%s/a b\"\n/load %s/a b\n",
	    state_folder, state_folder, state_folder, state_folder,
	    state_folder);
	program_run(program, WORDS("in=text", "--plain", "--delay", "0"),
	    input.bytes, input.len);
	assert_non_null(strstr(text_string(&program->output),
	    "is there already; with \" !\" behind the name it is written "
	    "over"));
	snprintf(command, sizeof(command), "grep -q more %s/a.txt",
	    state_folder);
	assert_int_equal(system(command), 0);
	assert_non_null(strstr(text_string(&program->output),
	    "a b: 4 messages"));
	text_release(&input);
}

/* What was there before is whole until the new file is: it is not filled again
 * but replaced, as its other name shows. */
static void
save__replaces__what_it_writes_over(void **state)
{
	struct program *program = &runs[0].program;
	struct text input = { 0 };
	char command[200];

	(void)state;
	snprintf(command, sizeof(command), "cd %s && echo old >a && ln a b",
	    state_folder);
	assert_int_equal(system(command), 0);
	text_printf(&input, "hello\n/save %s/a !\n", state_folder);
	program_run(program, WORDS("in=text", "--plain", "--delay", "0"),
	    input.bytes, input.len);
	snprintf(command, sizeof(command),
	    "cd %s && grep -q hello a && grep -q old b", state_folder);
	assert_int_equal(system(command), 0);
	text_release(&input);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(kill__loses__the_last_second_at_most),
		TEST(resume__copies__what_another_program_has_open),
		TEST(store__holds__no_keys),
		TEST(stdin__stores__nothing),
		TEST(export__writes_over__when_told),
		TEST(save__replaces__what_it_writes_over),
	};

	program_environment();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
