/* test_store.c: conversations in files: every field, every cut, two writers, a
 * disk that takes no more, and the list. */
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
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../src/settings_json.h"
#include "../src/store.h"
#include "../src/storefile.h"
#include "../src/storeline.h"
#include "../src/storelist.h"
#include "../src/versions.h"

#define WALL_MS INT64_C(1796028180000) /* 2026-11-30 08:43 UTC */

static char folder[64], conversations[128];
static struct loop *loop;
static struct settings settings;
static struct conversation conversation;
static struct store *store;
static struct text warnings, said, error, path;

/* ---- A folder, a loop, a store. */

static void
warn(void *data, const char *sentence)
{
	(void)data;
	text_printf(&warnings, "%s\n", sentence);
}

static int
set_up(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/test_store.XXXXXX");
	if (!mkdtemp(folder))
		return -1;
	snprintf(conversations, sizeof(conversations), "%s/a/b", folder);
	loop = loop_new_fake(WALL_MS);
	settings_init(&settings);
	store = store_new(loop, &conversation, &settings, conversations, warn,
	    NULL);
	return 0;
}

static int
remove_entry(const char *name, const struct stat *file, int kind,
    struct FTW *place)
{
	(void)file;
	(void)kind;
	(void)place;
	return remove(name);
}

static int
tear_down(void **state)
{
	(void)state;
	store_free(store);
	conversation_release(&conversation);
	settings_release(&settings);
	text_release(&warnings);
	text_release(&said);
	text_release(&error);
	text_release(&path);
	loop_free(loop);
	return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static struct message *
add(enum role role, const char *text)
{
	struct message *message = conversation_add(&conversation, role,
	    loop_wall_ms(loop), text, strlen(text));

	if (role == ROLE_ASSISTANT) {
		message->engine = strdup("echo");
		message->model = strdup("m");
	}
	return message;
}

static struct message *
say(enum role role, const char *text)
{
	struct message *message = add(role, text);

	store_sync(store);
	return message;
}

static void
grow(struct message *reply, const char *text)
{
	conversation_append(&conversation, reply, text, strlen(text));
	store_sync(store);
}

static void
finish(struct message *reply)
{
	conversation_finish(&conversation, reply,
	    &(struct ending){ .state = MESSAGE_FINISHED,
		.finish_reason = (char[]){ "stop" } });
	store_flush(store);
}

static void
turn(const char *question, const char *answer)
{
	say(ROLE_USER, question);
	finish(say(ROLE_ASSISTANT, answer));
}

static void
read_file(const char *name, struct text *out)
{
	FILE *file = fopen(name, "r");
	char buffer[4096];
	size_t got;

	assert_non_null(file);
	text_clear(out);
	while ((got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(out, buffer, got);
	fclose(file);
}

static void
write_file(const char *name, const char *bytes, size_t len)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

/* Loads a file into an empty conversation; says is the sentence about what is
 * broken, "" if there is none. */
static bool
load(const char *name, struct conversation *into, struct text *says)
{
	struct storefile_content content = { 0 };
	int fd = open(name, O_RDONLY | O_NONBLOCK);
	bool ok;

	assert_true(fd >= 0);
	text_clear(says);
	ok = storefile_read(fd, name, into, &content, says);
	if (ok && content.said)
		text_add(says, content.said);
	free(content.said);
	close(fd);
	return ok;
}

static bool
load_anew(const char *name)
{
	text_clear(&path);
	text_clear(&said);
	text_clear(&error);
	return store_load(store, &conversation, name, &path, &said, &error);
}

/* ---- The same conversation. */

static void
assert_same_text(const struct text *a, const struct text *b)
{
	assert_int_equal(a->len, b->len);
	assert_memory_equal(text_string(a), text_string(b), a->len);
}

static void
assert_same_string(const char *a, const char *b)
{
	assert_int_equal(!a, !b);
	if (a)
		assert_string_equal(a, b);
}

static void
assert_same_end(const struct ending *a, const struct ending *b)
{
	assert_int_equal(a->state, b->state);
	assert_same_string(a->finish_reason, b->finish_reason);
	assert_int_equal(a->stop_reason.kind, b->stop_reason.kind);
	assert_same_text(&a->stop_reason.string, &b->stop_reason.string);
	assert_int_equal(a->stop_reason.id, b->stop_reason.id);
	assert_same_string(a->why, b->why);
	assert_same_string(a->error, b->error);
	assert_int_equal(a->status, b->status);
	assert_int_equal(a->retry_after_s, b->retry_after_s);
}

static void
assert_same_lists(const struct message *a, const struct message *b)
{
	assert_int_equal(a->tool_call_count, b->tool_call_count);
	for (size_t i = 0; i < a->tool_call_count; i++) {
		assert_same_text(&a->tool_calls[i].id, &b->tool_calls[i].id);
		assert_same_text(&a->tool_calls[i].name,
		    &b->tool_calls[i].name);
		assert_same_text(&a->tool_calls[i].arguments,
		    &b->tool_calls[i].arguments);
	}
	assert_int_equal(a->other_count, b->other_count);
	for (size_t i = 0; i < a->other_count; i++) {
		assert_int_equal(a->others[i].index, b->others[i].index);
		assert_same_text(&a->others[i].text, &b->others[i].text);
		assert_same_string(a->others[i].finish_reason,
		    b->others[i].finish_reason);
	}
	assert_int_equal(a->anomalies.count, b->anomalies.count);
	for (size_t i = 0; i < a->anomalies.count; i++)
		assert_same_text(&a->anomalies.items[i],
		    &b->anomalies.items[i]);
}

static void
assert_same_message(const struct message *a, const struct message *b)
{
	assert_int_equal(a->role, b->role);
	assert_int_equal(a->wall_ms, b->wall_ms);
	assert_same_text(&a->text, &b->text);
	assert_same_text(&a->reasoning, &b->reasoning);
	assert_same_text(&a->refusal, &b->refusal);
	assert_same_string(a->engine, b->engine);
	assert_same_string(a->model, b->model);
	assert_same_string(a->settings, b->settings);
	assert_int_equal(a->remote, b->remote);
	assert_same_end(&a->end, &b->end);
	assert_same_lists(a, b);
	assert_memory_equal(&a->usage, &b->usage, sizeof(a->usage));
	assert_int_equal(a->timing.ttft_us, b->timing.ttft_us);
	assert_int_equal(a->timing.tokens, b->timing.tokens);
	assert_true(a->timing.tokens_per_s == b->timing.tokens_per_s);
}

static void
assert_same(const struct conversation *a, const struct conversation *b)
{
	assert_int_equal(a->count, b->count);
	assert_same_text(&a->system, &b->system);
	for (size_t i = 0; i < a->count; i++)
		assert_same_message(a->messages[i], b->messages[i]);
}

/* Whether the file holds the conversation, sound. */
static void
assert_stored(const char *name)
{
	struct conversation loaded = { 0 };
	struct text says = { 0 };

	assert_true(load(name, &loaded, &says));
	assert_string_equal(text_string(&says), "");
	assert_same(&conversation, &loaded);
	conversation_release(&loaded);
	text_release(&says);
}

/* ---- Every field. */

static void
fill_lists(struct message *reply)
{
	struct text code = { 0 };

	text_append(&message_tool_call(reply, 1)->arguments, "{\"a\":\0}", 7);
	text_add(&message_tool_call(reply, 0)->id, "call_1");
	text_add(&message_tool_call(reply, 0)->name, "weather \"now\"");
	text_append(&message_choice(reply, 2)->text, "o\0ther", 6);
	message_choice(reply, 2)->finish_reason = strdup("length");
	text_add(&message_choice(reply, 1)->text, "");
	text_add(&code, "done-missing");
	strings_add(&reply->anomalies, &code);
	text_add(&code, "-too");
	strings_add(&reply->anomalies, &code);
	text_release(&code);
}

static void
fill_reply(struct message *reply, enum stop_reason_kind kind)
{
	struct ending end = { .state = MESSAGE_FAILED,
		.finish_reason = (char[]){ "" },
		.why = (char[]){ "matched \"\\n\"" },
		.error = (char[]){ "no\nway \xe2\x80\xae" },
		.status = 503,
		.retry_after_s = INT64_MAX };

	end.stop_reason.kind = kind;
	if (kind == STOP_REASON_ID)
		end.stop_reason.id = INT64_MIN;
	if (kind == STOP_REASON_STRING)
		text_append(&end.stop_reason.string, "\0\"", 2);
	text_append(&reply->reasoning, "why\0not", 7);
	text_append(&reply->refusal, "no \xf0\x9f\x98\x80", 7);
	reply->remote = true;
	reply->settings = strdup("{\"stop\":[\"a\",\"\\n\"],\"seed\":-1}");
	fill_lists(reply);
	reply->usage = (struct usage){ INT64_MAX, 0, 9007199254740993, -1 };
	reply->timing = (struct timing){ 10500, INT64_MAX, 1.0 / 3 };
	conversation_finish(&conversation, reply, &end);
	text_release(&end.stop_reason.string);
}

static void
store__keeps__every_field(void **state)
{
	struct message *message;

	(void)state;
	text_append(&conversation.system, "be\0nice", 7);
	for (int kind = STOP_REASON_NONE; kind <= STOP_REASON_ID; kind++) {
		conversation_add(&conversation, ROLE_USER, kind, "q\0\x01\x7f",
		    4);
		message = add(ROLE_ASSISTANT, "");
		text_append(&message->text, "\0\n\r\t\\\"\xe6\x97\xa5", 9);
		fill_reply(message, (enum stop_reason_kind)kind);
		store_flush(store);
	}
	say(ROLE_ASSISTANT, "an empty end");
	conversation_finish(&conversation,
	    conversation.messages[conversation.count - 1],
	    &(struct ending){ .state = MESSAGE_CANCELLED });
	store_flush(store);
	assert_stored(store_path(store));
}

static void
store__leaves_out__notices(void **state)
{
	(void)state;
	say(ROLE_NOTICE, "welcome");
	turn("a", "b");
	say(ROLE_NOTICE, "bye");
	assert_true(load_anew("nothing") == false);
	read_file(store_path(store), &said);
	assert_null(strstr(text_string(&said), "welcome"));
	assert_null(strstr(text_string(&said), "bye"));
}

static void
settings_json__leaves_out__secrets(void **state)
{
	static const char *const pairs[][2] = { { "header", "X-Key: sesame" },
		{ "proxy", "http://me:sesame@host" },
		{ "api_key_env", "sesame" }, { "stop", "a\\n" },
		{ "seed", "-7" }, { "temperature", "0.25" },
		{ "ignore_eos", "on" }, { "endpoint", "completions" } };
	char *json;

	(void)state;
	assert_null(settings_json(&settings));
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++)
		assert_true(setting_set(&settings, setting_find(pairs[i][0]),
		    pairs[i][1], &error));
	json = settings_json(&settings);
	assert_string_equal(json, "{\"stop\":[\"a\\n\"],\"ignore_eos\":true,"
	    "\"temperature\":0.25,\"seed\":-7,\"endpoint\":\"completions\"}");
	free(json);
}

/* ---- As it happens. */

static size_t
count_lines(void)
{
	size_t count = 0;

	read_file(store_path(store), &said);
	for (size_t i = 0; i < said.len; i++)
		count += said.bytes[i] == '\n';
	return count;
}

static int
mode_of(const char *name)
{
	struct stat file;

	assert_int_equal(stat(name, &file), 0);
	return file.st_mode & 0777;
}

static void
store__makes_the_file__with_the_first_message(void **state)
{
	char above[80];

	(void)state;
	umask(0);
	text_add(&conversation.system, "be nice");
	say(ROLE_NOTICE, "welcome");
	assert_null(store_path(store));
	snprintf(above, sizeof(above), "%s/a", folder);
	assert_int_equal(access(above, F_OK), -1);
	say(ROLE_USER, "first\nwords");
	assert_int_equal(mode_of(store_path(store)), 0600);
	assert_int_equal(mode_of(conversations), 0700);
	assert_int_equal(mode_of(above), 0700);
	assert_non_null(strstr(store_path(store), "/20261130T084300Z-"));
	assert_int_equal(count_lines(), 3);
	assert_non_null(strstr(text_string(&said),
	    "\"title\":\"first words\"}"));
}

static void
store__writes_a_reply__twice_a_second(void **state)
{
	struct message *reply;

	(void)state;
	say(ROLE_USER, "a");
	reply = say(ROLE_ASSISTANT, "");
	assert_int_equal(count_lines(), 3);
	for (int i = 0; i < 300; i++) {
		grow(reply, "~");
		loop_run_for(loop, LOOP_MS(10));
	}
	/* Three seconds. */
	assert_in_range(count_lines(), 3 + 5, 3 + 6);
	loop_run_for(loop, LOOP_MS(500));
	count_lines();
	text_clear(&path);
	for (size_t i = 0; i < said.len; i++)
		if (said.bytes[i] == '~')
			text_add(&path, "~");
	assert_int_equal(path.len, 300);
	/* Nothing more comes of what does not change. */
	assert_in_range(count_lines(), 9, 10);
	loop_run_for(loop, LOOP_MS(5000));
	assert_in_range(count_lines(), 9, 10);
	finish(reply);
	assert_stored(store_path(store));
}

static void
store__writes_again__what_comes_late(void **state)
{
	struct message *reply;

	(void)state;
	say(ROLE_USER, "a");
	reply = say(ROLE_ASSISTANT, "b");
	finish(reply);
	reply->usage.completion_tokens = 7;
	grow(reply, " late");
	loop_run_for(loop, LOOP_MS(500));
	assert_stored(store_path(store));
	say(ROLE_USER, "next");
	assert_stored(store_path(store));
}

static void
store__follows__what_is_dropped(void **state)
{
	(void)state;
	turn("a", "b");
	turn("c", "d");
	say(ROLE_NOTICE, "between");
	conversation_truncate(&conversation, 3);
	turn("e", "f");
	conversation_truncate(&conversation, 0);
	store_sync(store);
	turn("g", "h");
	text_add(&conversation.system, "be nice");
	store_sync(store);
	assert_stored(store_path(store));
}

static void
store__begins_another_file__when_left(void **state)
{
	char *first;

	(void)state;
	turn("a", "b");
	first = strdup(store_path(store));
	store_leave(store);
	conversation_truncate(&conversation, 0);
	turn("c", "d");
	assert_string_not_equal(first, store_path(store));
	assert_stored(store_path(store));
	read_file(first, &said);
	assert_null(strstr(text_string(&said), "truncate"));
	assert_null(strstr(text_string(&said), "\"c\""));
	free(first);
}

static void
store__passes_over__what_came_while_it_was_off(void **state)
{
	struct message *reply;

	(void)state;
	turn("open", "too");
	settings.store = false;
	say(ROLE_USER, "secret");
	reply = say(ROLE_ASSISTANT, "secret");
	settings.store = true;
	grow(reply, " secret");
	finish(reply);
	turn("again", "open");
	read_file(store_path(store), &said);
	assert_null(strstr(text_string(&said), "secret"));
	assert_non_null(strstr(text_string(&said), "\"n\":4"));
}

/* ---- Files that are not sound. */

/* Makes a file with several of everything. */
static void
make_file(void)
{
	struct message *reply;

	text_add(&conversation.system, "be \xf0\x9f\x98\x80");
	turn("first \xc3\xa9", "one\ntwo \xe6\x97\xa5");
	say(ROLE_USER, "second");
	reply = say(ROLE_ASSISTANT, "a");
	text_add(&reply->reasoning, "hm");
	for (int i = 0; i < 3; i++) {
		grow(reply, "\xe6\x97\xa5 more");
		loop_run_for(loop, LOOP_MS(500));
	}
	finish(reply);
	conversation_truncate(&conversation, 3);
	turn("third", "the end");
}

static size_t
text_bytes(const struct conversation *c)
{
	size_t sum = c->system.len;

	for (size_t i = 0; i < c->count; i++)
		sum += c->messages[i]->text.len +
		    c->messages[i]->reasoning.len;
	return sum;
}

/* What a file cut there holds must be what one cut at the line end before it
 * holds, and the reader must say so. */
static void
check_cut(const char *name, const struct text *file, size_t cut)
{
	struct conversation loaded = { 0 }, whole = { 0 };
	struct text says = { 0 };
	size_t line = cut;
	bool clean;

	while (line && file->bytes[line - 1] != '\n')
		line--;
	/* The line end alone may be missing: nothing is lost. */
	clean = cut == line || (cut < file->len && file->bytes[cut] == '\n');
	write_file(name, file->bytes, cut);
	assert_true(load(name, &loaded, &says));
	assert_int_equal(says.len == 0, clean && cut > 0);
	if (!clean && line) {
		write_file(name, file->bytes, line);
		assert_true(load(name, &whole, &says));
		assert_same(&whole, &loaded);
		assert_int_equal(text_bytes(&whole), text_bytes(&loaded));
	}
	conversation_release(&whole);
	conversation_release(&loaded);
	text_release(&says);
}

static void
read__takes__a_file_cut_anywhere(void **state)
{
	struct text file = { 0 };
	char name[100];

	(void)state;
	make_file();
	read_file(store_path(store), &file);
	snprintf(name, sizeof(name), "%s/cut", folder);
	for (size_t cut = 0; cut <= file.len; cut++)
		check_cut(name, &file, cut);
	text_release(&file);
}

static void
read__names__broken_lines(void **state)
{
	static const char bytes[] =
	    "{\"echochat\":\"conversation\",\"version\":99,\"new\":[1]}\n"
	    "{\"kind\":\"message\",\"n\":1,\"wall_ms\":5,\"role\":\"user\","
	    "\"text\":\"a\",\"more\":{}}\n"
	    "garbage\n"
	    "{\"kind\":\"message\",\"n\":2,\"role\":\"user\","
	    "\"text\":\"\xff\"}\n"
	    "{\"kind\":\"wonder\",\"n\":2}\n"
	    "\n"
	    "{\"kind\":\"message\",\"n\":3,\"role\":\"assistant\"}\n"
	    "{\"kind\":\"part\",\"n\":2,\"text\":\"of another\"}\n"
	    "{\"kind\":\"part\",\"n\":3,\"text\":\"ok\"}\n"
	    "{\"kind\":\"end\",\"n\":3,\"state\":\"odd\",\"usage\":7,"
	    "\"timing\":{\"tokens_per_s\":1e999}}\n"
	    "{\"kind\":\"message\",\"n\":4,\"role\":\"user\",\"te";
	struct conversation loaded = { 0 };
	char name[100];

	(void)state;
	snprintf(name, sizeof(name), "%s/broken", folder);
	write_file(name, bytes, sizeof(bytes) - 1);
	assert_true(load(name, &loaded, &said));
	assert_int_equal(loaded.count, 2);
	assert_string_equal(text_string(&loaded.messages[0]->text), "a");
	assert_string_equal(text_string(&loaded.messages[1]->text), "ok");
	assert_int_equal(loaded.messages[1]->end.state, MESSAGE_FINISHED);
	assert_true(loaded.messages[1]->timing.tokens_per_s == 0);
	assert_non_null(strstr(text_string(&said),
	    "3 lines cannot be read, the first is line 3; the rest is here"));
	assert_non_null(strstr(text_string(&said), "cut in line 11"));
	conversation_release(&loaded);
}

/* One of them has no end. */
static void
read__refuses__devices_and_pipes(void **state)
{
	struct conversation loaded = { 0 };
	char name[100];

	(void)state;
	snprintf(name, sizeof(name), "%s/pipe", folder);
	assert_int_equal(mkfifo(name, 0600), 0);
	assert_false(load(name, &loaded, &said));
	text_clear(&said);
	assert_false(load("/dev/zero", &loaded, &said));
	assert_string_equal(text_string(&said), "/dev/zero is no conversation: "
	    "it is no file but a device or a pipe");
}

static void
read__refuses__what_is_no_conversation(void **state)
{
	static const char *const files[] = { "hello\n",
		"{\"kind\":\"message\"}\n", "\n" };
	struct conversation loaded = { 0 };
	char name[100];

	(void)state;
	snprintf(name, sizeof(name), "%s/other", folder);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		write_file(name, files[i], strlen(files[i]));
		assert_false(load(name, &loaded, &said));
		assert_non_null(strstr(text_string(&said),
		    "is no conversation"));
	}
	turn("a", "b");
	assert_false(load_anew(folder));
	assert_int_equal(conversation.count, 2);
}

/* ---- Loading. */

static void
load__goes_on__in_the_same_file(void **state)
{
	char *first;

	(void)state;
	make_file();
	first = strdup(store_path(store));
	store_leave(store);
	conversation_truncate(&conversation, 0);
	turn("another", "one");
	assert_true(load_anew(first));
	assert_string_equal(store_path(store), first);
	assert_int_equal(said.len, 0);
	turn("and", "on");
	conversation_truncate(&conversation, 4);
	store_sync(store);
	turn("x", "y");
	assert_stored(first);
	free(first);
}

static void
load__goes_on__behind_half_a_line(void **state)
{
	struct text file = { 0 };
	char *first;

	(void)state;
	make_file();
	first = strdup(store_path(store));
	store_leave(store);
	read_file(first, &file);
	write_file(first, file.bytes, file.len - 5);
	assert_true(load_anew(first));
	assert_non_null(strstr(text_string(&said), "it is cut in line"));
	turn("and", "on");
	store_leave(store);
	assert_true(load_anew(first));
	assert_non_null(strstr(text_string(&said), "1 line cannot be read"));
	assert_string_equal(text_string(
	    &conversation.messages[conversation.count - 1]->text), "on");
	text_release(&file);
	free(first);
}

static void
load__copies__what_another_program_has_open(void **state)
{
	struct conversation other = { 0 };
	struct store *second = store_new(loop, &other, &settings, conversations,
	    warn, NULL);
	struct text before = { 0 }, after = { 0 };

	(void)state;
	make_file();
	read_file(store_path(store), &before);
	assert_true(store_load(second, &other, store_path(store), &path, &said,
	    &error));
	assert_non_null(strstr(text_string(&said),
	    "another program has it open"));
	store_sync(second);
	assert_string_not_equal(store_path(second), store_path(store));
	assert_same(&conversation, &other);
	assert_stored(store_path(second));
	conversation_add(&other, ROLE_USER, 5, "mine", 4);
	store_flush(second);
	read_file(store_path(store), &after);
	assert_same_text(&before, &after);
	/* It is not removed either, while it is open. */
	assert_false(storefile_remove(store_path(store), &error));
	store_free(second);
	conversation_release(&other);
	text_release(&before);
	text_release(&after);
}

static void
load__copies__files_of_the_user(void **state)
{
	struct text before = { 0 }, after = { 0 };
	char mine[100];

	(void)state;
	make_file();
	snprintf(mine, sizeof(mine), "%s/mine", folder);
	read_file(store_path(store), &before);
	write_file(mine, before.bytes, before.len);
	assert_true(load_anew(mine));
	turn("and", "on");
	assert_non_null(strstr(store_path(store), conversations));
	assert_stored(store_path(store));
	read_file(mine, &after);
	assert_same_text(&before, &after);
	text_release(&before);
	text_release(&after);
}

static void
load__finds__names(void **state)
{
	char *name;

	(void)state;
	make_file();
	name = storefile_name(store_path(store));
	store_leave(store);
	assert_true(load_anew(name));
	store_leave(store);
	name[20] = '\0';
	assert_true(load_anew(name));
	assert_false(load_anew("2025"));
	assert_string_equal(text_string(&error), "there is no conversation or "
	    "file \"2025\"; /sessions lists them");
	store_leave(store);
	conversation_truncate(&conversation, 0);
	turn("an", "other");
	assert_false(load_anew("2026"));
	assert_string_equal(text_string(&error), "2 conversations begin with "
	    "\"2026\"; /sessions lists them");
	free(name);
}

/* ---- Disks that do not take it. */

static void
store__warns_once__where_no_folder_can_be(void **state)
{
	char above[80];

	(void)state;
	snprintf(above, sizeof(above), "%s/a", folder);
	write_file(above, "", 0);
	turn("a", "b");
	turn("c", "d");
	assert_non_null(strstr(text_string(&warnings),
	    "cannot store the conversation in "));
	assert_non_null(strstr(text_string(&warnings), "Not a directory"));
	assert_ptr_equal(strchr(warnings.bytes, '\n'),
	    warnings.bytes + warnings.len - 1);
	/* What waited is written when it can be. */
	assert_int_equal(unlink(above), 0);
	turn("e", "f");
	assert_stored(store_path(store));
}

static void
limit_files(rlim_t most)
{
	struct rlimit limit;

	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = most;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void
store__waits__for_a_full_disk(void **state)
{
	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	turn("a", "b");
	limit_files(700);
	turn("a longer question", "and its answer");
	turn("another question", "and its answer");
	limit_files(RLIM_INFINITY);
	assert_non_null(strstr(text_string(&warnings), "File too large"));
	assert_ptr_equal(strchr(warnings.bytes, '\n'),
	    warnings.bytes + warnings.len - 1);
	turn("e", "f");
	assert_stored(store_path(store));
}

static void
store__warns_once__when_nothing_says_where(void **state)
{
	(void)state;
	store_free(store);
	store = store_new(loop, &conversation, &settings, "", warn, NULL);
	turn("a", "b");
	turn("c", "d");
	assert_string_equal(text_string(&warnings), "the conversation is not "
	    "stored: neither XDG_STATE_HOME nor HOME says where\n");
}

/* ---- Versions. */

/* All that a conversation is, as text: versions that are not shown too. */
static void
print_all(struct text *out, const struct conversation *from)
{
	text_clear(out);
	storeline_conversation(out, "id", 1, from);
}

static void
branch(size_t at)
{
	store_branch(store, at);
	versions_branch(&conversation, at);
}

static void
show(size_t at, size_t version)
{
	versions_show(&conversation, at, version);
	store_show(store, at);
}

/* Whether the file holds the conversation, sound, with all versions. */
static void
assert_all_stored(void)
{
	struct conversation loaded = { 0 };
	struct text says = { 0 }, wanted = { 0 }, had = { 0 };

	assert_true(load(store_path(store), &loaded, &says));
	assert_string_equal(text_string(&says), "");
	print_all(&wanted, &conversation);
	print_all(&had, &loaded);
	assert_string_equal(text_string(&had), text_string(&wanted));
	conversation_release(&loaded);
	text_release(&says);
	text_release(&wanted);
	text_release(&had);
}

static void
store__keeps__versions(void **state)
{
	(void)state;
	turn("one", "1");
	turn("two", "2");
	branch(3);
	finish(say(ROLE_ASSISTANT, "2b"));
	assert_all_stored();
	branch(0);
	turn("uno", "I");
	assert_all_stored();
	show(0, 0);
	assert_int_equal(conversation.count, 4);
	assert_all_stored();
	show(3, 0);
	turn("three", "3");
	assert_all_stored();
	show(0, 1);
	turn("dos", "II");
	assert_all_stored();
	conversation_truncate(&conversation, 2);
	store_sync(store);
	assert_all_stored();
}

static void
change_versions(int number)
{
	size_t count = conversation.count;
	size_t at = count ? (size_t)rand() % count : 0;
	const struct versions *versions;
	char text[16];

	snprintf(text, sizeof(text), "%d", number);
	if (!count || rand() % 3 == 0) {
		say(ROLE_USER, text);
		if (rand() % 2)
			finish(say(ROLE_ASSISTANT, text));
		return;
	}
	versions = conversation.messages[at]->versions;
	if (rand() % 12 == 0) {
		conversation_truncate(&conversation, at);
		store_sync(store);
	} else if (versions && rand() % 2) {
		show(at, (size_t)rand() % versions->count);
	} else {
		branch(at);
		finish(say(ROLE_ASSISTANT, text));
	}
}

/* After each change the file is the conversation; and a program that goes on
 * from the file ends up where this one does. */
static void
store__keeps__any_tree(void **state)
{
	(void)state;
	for (unsigned seed = 1; seed <= 12; seed++) {
		srand(seed);
		for (int i = 0; i < 60; i++) {
			change_versions(i);
			if (conversation.count)
				assert_all_stored();
			if (i % 20 == 10 && conversation.count) {
				struct text name = { 0 };

				text_add(&name, store_path(store));
				store_leave(store);
				assert_true(load_anew(name.bytes));
				assert_string_equal(store_path(store),
				    name.bytes);
				text_release(&name);
			}
		}
		store_leave(store);
		conversation_truncate(&conversation, 0);
		loop_run_for(loop, LOOP_MS(60000));
	}
}

/* A file that is cut anywhere has the tree of one of the moments before, and can
 * be gone on with: what is said then is behind what is shown. */
static void
store__keeps__the_tree_of_a_moment(void **state)
{
	struct text file = { 0 }, before = { 0 }, after = { 0 };
	char name[256];

	(void)state;
	turn("one", "1");
	branch(1);
	finish(say(ROLE_ASSISTANT, "1b"));
	branch(0);
	turn("uno", "I");
	show(0, 0);
	turn("two", "2");
	read_file(store_path(store), &file);
	store_leave(store);
	for (size_t cut = 1; cut <= file.len; cut++) {
		size_t count;

		snprintf(name, sizeof(name), "%s/20200101T000000Z-%08zx.jsonl",
		    conversations, cut);
		write_file(name, file.bytes, cut);
		assert_true(load_anew(name));
		count = conversation.count;
		assert_null(conversation.branch);
		print_all(&before, &conversation);
		say(ROLE_USER, "more");
		assert_int_equal(conversation.count, count + 1);
		print_all(&after, &conversation);
		if (count)
			assert_memory_equal(after.bytes, before.bytes,
			    before.len);
		if (!strcmp(store_path(store), name)) {
			struct conversation again = { 0 };
			struct text says = { 0 };

			assert_true(load(name, &again, &says));
			print_all(&before, &again);
			assert_string_equal(before.bytes, after.bytes);
			conversation_release(&again);
			text_release(&says);
		}
		store_leave(store);
		conversation_truncate(&conversation, 0);
		unlink(name);
	}
	text_release(&file);
	text_release(&before);
	text_release(&after);
}

/* Versions that were not stored are not in the file; those that are keep their
 * order. */
static void
store__passes_over__versions_while_it_was_off(void **state)
{
	struct conversation loaded = { 0 };
	struct text says = { 0 };

	(void)state;
	turn("one", "1");
	settings.store = false;
	branch(1);
	finish(say(ROLE_ASSISTANT, "unstored"));
	settings.store = true;
	branch(1);
	finish(say(ROLE_ASSISTANT, "3"));
	show(1, 1);
	say(ROLE_USER, "behind");
	show(1, 2);
	show(1, 0);
	assert_true(load(store_path(store), &loaded, &says));
	assert_string_equal(text_string(&says), "");
	assert_int_equal(loaded.count, 2);
	assert_string_equal(text_string(&loaded.messages[1]->text), "1");
	assert_int_equal(loaded.messages[1]->versions->count, 3);
	versions_show(&loaded, 1, 1);
	assert_string_equal(text_string(&loaded.messages[1]->text), "behind");
	versions_show(&loaded, 1, 2);
	assert_string_equal(text_string(&loaded.messages[1]->text), "3");
	conversation_release(&loaded);
	text_release(&says);
}

/* A copy has all versions too, and goes on. */
static void
load__copies__versions(void **state)
{
	struct text lines = { 0 };
	char name[128];

	(void)state;
	turn("one", "1");
	branch(1);
	finish(say(ROLE_ASSISTANT, "1b"));
	branch(0);
	turn("uno", "I");
	show(0, 0);
	show(1, 0);
	print_all(&lines, &conversation);
	snprintf(name, sizeof(name), "%s/mine", folder);
	write_file(name, lines.bytes, lines.len);
	store_leave(store);
	conversation_truncate(&conversation, 0);
	assert_true(load_anew(name));
	assert_string_equal(text_string(&conversation.messages[1]->text), "1");
	assert_all_stored();
	show(1, 1);
	assert_all_stored();
	show(0, 1);
	turn("dos", "II");
	assert_all_stored();
	text_release(&lines);
}

/* What a reader may meet, and what becomes of it. */
static void
read__stands__odd_versions(void **state)
{
	static const char head[] = "{\"echochat\":\"conversation\","
	    "\"version\":1}\n";
	static const char *const lines[] = {
		"{\"kind\":\"show\",\"n\":1,\"at\":1,\"version\":1}",
		"{\"kind\":\"show\",\"n\":1,\"at\":2,\"version\":0}",
		"{\"kind\":\"show\",\"n\":1,\"at\":2,\"version\":-1}",
		"{\"kind\":\"show\",\"n\":1,\"at\":2,\"version\":9}",
		"{\"kind\":\"show\",\"n\":1}",
		"{\"kind\":\"truncate\",\"n\":9,\"keep\":true}",
		"{\"kind\":\"truncate\",\"n\":0,\"keep\":true,"
		"\"version\":99}",
		"{\"kind\":\"truncate\",\"n\":0,\"keep\":true,"
		"\"version\":-1}",
		"{\"kind\":\"message\",\"n\":1,\"role\":\"user\","
		"\"text\":\"a\"}",
		"{\"kind\":\"message\",\"n\":2,\"role\":\"user\","
		"\"text\":\"b\"}",
	};
	enum { COUNT = sizeof(lines) / sizeof(*lines) };
	char name[128];

	(void)state;
	snprintf(name, sizeof(name), "%s/odd", folder);
	srand(1);
	for (int i = 0; i < 500; i++) {
		struct conversation loaded = { 0 };
		struct text file = { 0 }, says = { 0 };

		text_add(&file, head);
		for (int line = 0; line < 12; line++)
			text_printf(&file, "%s\n", lines[rand() % COUNT]);
		write_file(name, file.bytes, file.len);
		assert_true(load(name, &loaded, &says));
		assert_string_equal(text_string(&says), "");
		assert_null(loaded.branch);
		conversation_release(&loaded);
		text_release(&file);
		text_release(&says);
	}
}

/* ---- The list. */

static void
list__tells__without_reading(void **state)
{
	struct storelist list = { 0 };
	struct text large = { 0 };

	(void)state;
	turn("first", "b");
	store_leave(store);
	conversation_truncate(&conversation, 0);
	loop_run_for(loop, LOOP_MS(60000));
	for (int i = 0; i < 20000; i++)
		text_add(&large, "large ");
	turn(text_string(&large), "b");
	say(ROLE_USER, text_string(&large));
	store_leave(store);
	conversation_truncate(&conversation, 0);
	loop_run_for(loop, LOOP_MS(60000));
	say(ROLE_USER, " \n third\t\x1b[1m  words ");
	say(ROLE_ASSISTANT, text_string(&large));
	storelist_read(&list, conversations);
	assert_int_equal(list.count, 3);
	assert_string_equal(text_string(&list.items[0].facts.title),
	    "third [1m words");
	assert_int_equal(list.items[0].facts.count, 2);
	assert_int_equal(list.items[1].facts.count, 3);
	assert_int_equal(list.items[1].facts.title.len,
	    10 * strlen("large ") - 1 + strlen("\xe2\x80\xa6"));
	assert_string_equal(text_string(&list.items[1].facts.engine), "echo");
	assert_int_equal(list.items[2].facts.count, 2);
	assert_int_equal(list.items[2].facts.wall_ms, WALL_MS);
	storelist_drop(&list, 1);
	assert_int_equal(list.count, 2);
	assert_int_equal(list.items[1].facts.wall_ms, WALL_MS);
	storelist_release(&list);
	text_release(&large);
}

static void
list__stands__any_file(void **state)
{
	struct storelist list = { 0 };
	struct text file = { 0 };
	char name[160];

	(void)state;
	make_file();
	read_file(store_path(store), &file);
	snprintf(name, sizeof(name), "%s/x.jsonl", conversations);
	for (size_t cut = 0; cut <= file.len; cut++) {
		write_file(name, file.bytes, cut);
		storelist_read(&list, conversations);
		assert_int_equal(list.count, 2);
		storelist_release(&list);
	}
	snprintf(name, sizeof(name), "%s/y.jsonl", conversations);
	assert_int_equal(mkdir(name, 0700), 0);
	snprintf(name, sizeof(name), "%s/.z.jsonl", conversations);
	write_file(name, "", 0);
	storelist_read(&list, conversations);
	assert_int_equal(list.count, 2);
	storelist_release(&list);
	text_release(&file);
}

#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(store__keeps__every_field),
		TEST(store__leaves_out__notices),
		TEST(settings_json__leaves_out__secrets),
		TEST(store__makes_the_file__with_the_first_message),
		TEST(store__writes_a_reply__twice_a_second),
		TEST(store__writes_again__what_comes_late),
		TEST(store__follows__what_is_dropped),
		TEST(store__begins_another_file__when_left),
		TEST(store__passes_over__what_came_while_it_was_off),
		TEST(read__takes__a_file_cut_anywhere),
		TEST(read__names__broken_lines),
		TEST(read__refuses__devices_and_pipes),
		TEST(read__refuses__what_is_no_conversation),
		TEST(load__goes_on__in_the_same_file),
		TEST(load__goes_on__behind_half_a_line),
		TEST(load__copies__what_another_program_has_open),
		TEST(load__copies__files_of_the_user),
		TEST(load__finds__names),
		TEST(store__warns_once__where_no_folder_can_be),
		TEST(store__waits__for_a_full_disk),
		TEST(store__warns_once__when_nothing_says_where),
		TEST(store__keeps__versions),
		TEST(store__keeps__any_tree),
		TEST(store__keeps__the_tree_of_a_moment),
		TEST(store__passes_over__versions_while_it_was_off),
		TEST(load__copies__versions),
		TEST(read__stands__odd_versions),
		TEST(list__tells__without_reading),
		TEST(list__stands__any_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
