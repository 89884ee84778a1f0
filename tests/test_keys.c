/* test_keys.c: bytes become keys, the same at every cut. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/xalloc.h"
#include "../ui/bindings.h"
#include "../ui/keys.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const char *const names[] = {
	[KEYS_BYTES] = "bytes",
	[KEYS_ENTER] = "enter",
	[KEYS_NEWLINE] = "newline",
	[KEYS_ESCAPE] = "escape",
	[KEYS_INTERRUPT] = "interrupt",
	[KEYS_SUSPEND] = "suspend",
	[KEYS_REPAINT] = "repaint",
	[KEYS_TAB] = "tab",
	[KEYS_UP] = "up",
	[KEYS_DOWN] = "down",
	[KEYS_PAGE_UP] = "page-up",
	[KEYS_PAGE_DOWN] = "page-down",
	[KEYS_TOP] = "top",
	[KEYS_BOTTOM] = "bottom",
	[KEYS_HOME] = "home",
	[KEYS_END] = "end",
	[KEYS_HELP] = "help",
	[KEYS_TRACE] = "trace",
	[KEYS_FOLD] = "fold",
	[KEYS_INSPECT] = "inspect",
	[KEYS_PAUSE] = "pause",
	[KEYS_STEP] = "step",
	[KEYS_FOCUS] = "focus",
	[KEYS_FIND] = "find",
	[KEYS_PRESS] = "press",
	[KEYS_DRAG] = "drag",
	[KEYS_RELEASE] = "release",
	[KEYS_MARKDOWN] = "markdown",
	[KEYS_WHEEL_UP] = "wheel-up",
	[KEYS_WHEEL_DOWN] = "wheel-down",
	[KEYS_PASTE] = "paste",
	[KEYS_PASTE_CUT] = "paste-cut",
	[KEYS_IGNORED] = "ignored",
	[KEYS_BACKGROUND] = "background",
};

/* The user's, while a test has some. */
static struct bindings bound;

/* What came, as words; bytes that follow each other are one word. */
struct log {
	struct text words;
	bool bytes_last;
};

static void
write_visible(struct text *out, const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if (byte == 27)
			text_add(out, "^[");
		else if (byte == '\n')
			text_add(out, "\\n");
		else if (byte == '\t')
			text_add(out, "\\t");
		else if (byte < 32 || byte == 127)
			text_printf(out, "^%c", byte ^ 64);
		else
			text_append(out, &bytes[i], 1);
	}
}

static void
on_key(void *data, const struct key *key)
{
	struct log *log = data;
	bool shown = key->kind == KEYS_BYTES || key->kind == KEYS_PASTE;

	if (!(log->bytes_last && key->kind == KEYS_BYTES)) {
		if (log->words.len)
			text_add(&log->words, " ");
		text_add(&log->words, names[key->kind]);
		if (shown)
			text_add(&log->words, ":");
	}
	if (shown)
		write_visible(&log->words, key->bytes, key->len);
	if (key->kind >= KEYS_WHEEL_UP && key->kind <= KEYS_RELEASE)
		text_printf(&log->words, "@%d,%d", key->x, key->y);
	if (key->kind == KEYS_BACKGROUND)
		text_printf(&log->words, "@%d", key->x);
	log->bytes_last = key->kind == KEYS_BYTES;
}

/* Feeds the bytes up to the cut, if any, and the rest in steps. */
static void
feed_cut(struct keys *keys, struct log *log, const char *bytes, size_t len,
    size_t cut, size_t step)
{
	while (len) {
		size_t part = cut ? cut : step;
		char *copy;

		if (part > len)
			part = len;
		/* A copy of just these: a byte read behind them is found. */
		copy = xmemdup(bytes, part);
		copy = xrealloc(copy, part);
		keys_feed(keys, copy, part, on_key, log);
		free(copy);
		bytes += part;
		len -= part;
		cut = 0;
	}
}

static void
check_cut(const char *bytes, size_t len, size_t cut, size_t step,
    const char *expected)
{
	struct keys keys = { .bindings = &bound };
	struct log log = { 0 };

	feed_cut(&keys, &log, bytes, len, cut, step);
	keys_timeout(&keys, on_key, &log);
	assert_string_equal(text_string(&log.words), expected);
	assert_false(keys_waiting(&keys));
	keys_release(&keys);
	text_release(&log.words);
}

/* Whole, in two at every byte, and byte by byte, each with a timeout at the
 * end. */
static void
check(const char *bytes, size_t len, const char *expected)
{
	check_cut(bytes, len, 0, len, expected);
	for (size_t cut = 1; cut < len; cut++)
		check_cut(bytes, len, cut, len, expected);
	check_cut(bytes, len, 0, 1, expected);
}

#define SEQUENCE(bytes, expected) { bytes, sizeof(bytes) - 1, expected }

static const struct sequence {
	const char *bytes;
	size_t len;
	const char *expected;
} sequences[] = {
	SEQUENCE("", ""),
	SEQUENCE("plain", "bytes:plain"),
	SEQUENCE("\xc3\xa9\xff\xf0\x9f", "bytes:\xc3\xa9\xff\xf0\x9f"),
	SEQUENCE("\1\22\30\177", "bytes:^A^R^X^?"),
	SEQUENCE("a\0b", "bytes:a^@b"),
	SEQUENCE("\r", "enter"),
	SEQUENCE("\n", "newline"),
	SEQUENCE("\r\n", "enter newline"),
	SEQUENCE("\t", "tab"),
	SEQUENCE("\3", "interrupt"),
	SEQUENCE("\32", "suspend"),
	SEQUENCE("\14", "repaint"),
	SEQUENCE("\17", "markdown"),
	SEQUENCE("a\3b", "bytes:a interrupt bytes:b"),
	SEQUENCE("a\6b", "bytes:a find bytes:b"),

	/* ESC and one byte. */
	SEQUENCE("\33", "escape"),
	SEQUENCE("\33\33", "escape escape"),
	SEQUENCE("\33\33[A", "escape up"),
	SEQUENCE("\33\3", "escape interrupt"),
	SEQUENCE("\33\32", "escape suspend"),
	SEQUENCE("\33\r", "newline"),
	SEQUENCE("\33\n", "newline"),
	SEQUENCE("\33t\33T", "focus focus"),
	SEQUENCE("\33b", "bytes:^[b"),
	SEQUENCE("\33<", "bytes:^[<"),
	SEQUENCE("\33\177", "bytes:^[^?"),
	SEQUENCE("\33\0x", "bytes:^[^@x"),
	SEQUENCE("\33\xc3\xa9", "bytes:^[\xc3\xa9"),

	/* Keys of xterm, tmux, screen, the Linux console, rxvt, kitty. */
	SEQUENCE("\33[A\33OA", "up up"),
	SEQUENCE("\33[B\33OB", "down down"),
	SEQUENCE("\33[5~\33[5;2~\33[5;5~\33[5;13~\33[5^",
	    "page-up page-up page-up page-up page-up"),
	SEQUENCE("\33[6~\33[6;3~\33[6^", "page-down page-down page-down"),
	SEQUENCE("\33[H\33OH\33[1~\33[7~", "home home home home"),
	SEQUENCE("\33[F\33OF\33[4~\33[8~", "end end end end"),
	SEQUENCE("\33[1;5H\33[7^", "top top"),
	SEQUENCE("\33[1;5F\33[8^", "bottom bottom"),
	SEQUENCE("\33OP\33[11~\33[[A\33[P", "help help help help"),
	SEQUENCE("\33OQ\33[12~\33[[B\33[Q", "trace trace trace trace"),
	SEQUENCE("\33[27;2;13~\33[13;2u", "newline newline"),

	/* Those that only the line editor may know. */
	SEQUENCE("\33[C\33OD", "bytes:^[[C^[OD"),
	SEQUENCE("\33[3~", "bytes:^[[3~"),
	SEQUENCE("\33[1;5A", "bytes:^[[1;5A"),
	SEQUENCE("\33[1;5Cx", "bytes:^[[1;5Cx"),
	SEQUENCE("\33[5;x~", "bytes:^[[5;x~"),
	SEQUENCE("\33[15~", "pause"),
	SEQUENCE("\33[[E", "pause"),
	SEQUENCE("\33[17~", "step"),
	SEQUENCE("\33[18~", "bytes:^[[18~"),
	SEQUENCE("\33[[C\33[13~\33OR", "fold fold fold"),
	SEQUENCE("\33[[D\33[14~\33OS\33[S", "inspect inspect inspect inspect"),
	SEQUENCE("\33OM", "bytes:^[OM"),
	SEQUENCE("\33O5A", "bytes:^[O5A"),

	/* The mouse. */
	SEQUENCE("\33[<64;10;5M", "wheel-up@9,4"),
	SEQUENCE("\33[<65;1;1M", "wheel-down@0,0"),
	SEQUENCE("\33[<65;1;1m", ""),
	SEQUENCE("\33[<0;10;5M\33[<32;11;5M\33[<0;11;5m",
	    "press@9,4 drag@10,4 release@10,4"),
	/* Other buttons, with Shift, without any. */
	SEQUENCE("\33[<1;1;1M\33[<2;1;1M\33[<1;1;1m\33[<4;1;1M\33[<36;1;1M"
	    "\33[<35;1;1M\33[<68;1;1M\33[<66;1;1M\33[<128;1;1M", ""),
	SEQUENCE("\33[<64;0;5M", ""),
	SEQUENCE("\33[<64;1M\33[<M\33[<64;1;1;1M", ""),
	SEQUENCE("\33[<64;99999999999999;5M", ""),
	SEQUENCE("\33[M`+%", "wheel-up@10,4"),
	SEQUENCE("\33[Ma!!x", "wheel-down@0,0 bytes:x"),
	SEQUENCE("\33[M`\xff\177", "wheel-up@222,94"),
	SEQUENCE("\33[M !!\33[M@!\"\33[M#!!",
	    "press@0,0 drag@0,1 release@0,0"),

	/* Reports, and answers to what nobody asked. */
	SEQUENCE("a\33[I\33[Ob", "bytes:ab"),
	SEQUENCE("\33[?62;4c\33[>1;2;0c", ""),
	SEQUENCE("\33[201~", ""),

	/* Strings. */
	SEQUENCE("\33]11;rgb:0000/0000/0000\33\\", "background@0"),
	SEQUENCE("\33]11;rgb:ffff/ffff/ffff\7", "background@100"),
	SEQUENCE("\33]11;rgb:F/f/F\7", "background@100"),
	SEQUENCE("\33]11;rgb:ff/00/00\7", "background@30"),
	SEQUENCE("\33]11;rgb:000/fff/000\7", "background@59"),
	SEQUENCE("\33]11;rgb:0/0/8\7", "background@6"),
	SEQUENCE("\33]11;rgb:1e1e/1e1e/2e2e\33\\x", "background@12 bytes:x"),
	SEQUENCE("\33]11;rgb:fffff/0/0\7\33]11;rgb:f/f\7", ""),
	SEQUENCE("\33]11;rgb:f/f/f/f\7\33]11;rgb:f/f/\7", ""),
	SEQUENCE("\33]11;rgb:0x1/f/f\7\33]11;?\7", ""),
	SEQUENCE("\33]10;rgb:0/0/0\7\33]\7\33]\33\\", ""),
	SEQUENCE("a\33P1$r0m\33\\b\33_Gi=1;OK\33\\c", "bytes:abc"),
	SEQUENCE("\33]0;ti\r\n\3tle\7x", "bytes:x"),
	SEQUENCE("\33]0;title\33[Ax", "up bytes:x"),
	SEQUENCE("\33]0;title\33\33[A", "escape up"),

	/* Broken off. */
	SEQUENCE("\33O", "bytes:^[O"),
	SEQUENCE("\33]", "bytes:^[]"),
	SEQUENCE("\33P", "bytes:^[P"),
	SEQUENCE("\33_", "bytes:^[_"),
	SEQUENCE("\33[1;5", "bytes:^[[1;5"),
	SEQUENCE("\33[Ma", "bytes:^[[Ma"),
	SEQUENCE("\33[<0;1x", "bytes:x"),
	SEQUENCE("\33[<0\33[A", "up"),
	SEQUENCE("\33]11;rgb:", ""),
	SEQUENCE("\33]0;title\33", ""),
	SEQUENCE("\33[1\r", "enter"),
	SEQUENCE("\33[1\3", "interrupt"),
	SEQUENCE("\33[1\33[A", "up"),
	SEQUENCE("\33[M`\r", "enter"),
	SEQUENCE("\33[1\xc3\xa9", "bytes:\xc3\xa9"),
	SEQUENCE("\33O\177", "bytes:^?"),

	/* Pastes. */
	SEQUENCE("\33[200~one\33[201~", "paste:one"),
	SEQUENCE("\33[200~\33[201~x", "paste: bytes:x"),
	SEQUENCE("\33[200~a\rb\r\nc\nd\n\re\r\r\n\33[201~\n",
	    "paste:a\\nb\\nc\\nd\\n\\ne\\n\\n newline"),
	SEQUENCE("\33[200~\n\33[201~", "paste:\\n"),
	SEQUENCE("\33[200~a\r\33[201~\33[200~\nb\33[201~",
	    "paste:a\\n paste:\\nb"),
	SEQUENCE("\33[200~\ta\0\3\177\32b\33[201~", "paste:\\tab"),
	SEQUENCE("\33[200~\33[31mred\33[0m\33[201~", "paste:[31mred[0m"),
	SEQUENCE("\33[200~\33\33[20\33[201\33[201~", "paste:[20[201"),
	SEQUENCE("\33[200~\33[2\33[01~\33[201~", "paste:[2[01~"),
	SEQUENCE("\33[200~\33[200~\33[201~", "paste:[200~"),
	SEQUENCE("\33[200~\xc3\xa9\xff\33[201~", "paste:\xc3\xa9\xff"),
};

static void
keys_feed__reads__each_sequence_at_any_cut(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(sequences); i++)
		check(sequences[i].bytes, sequences[i].len,
		    sequences[i].expected);
}

/* Broken off at the end, a sequence would swallow the next one. */
static bool
ends(const struct sequence *sequence)
{
	struct keys keys = { 0 };
	struct log log = { 0 };
	bool waiting;

	keys_feed(&keys, sequence->bytes, sequence->len, on_key, &log);
	waiting = keys_waiting(&keys);
	keys_release(&keys);
	text_release(&log.words);
	return !waiting;
}

static void
keys_feed__reads__a_long_session_at_any_cut(void **state)
{
	struct text session = { 0 }, expected = { 0 };

	(void)state;
	for (size_t i = 0; i < COUNT(sequences); i++) {
		if (!ends(&sequences[i]) || !sequences[i].len)
			continue;
		text_append(&session, sequences[i].bytes, sequences[i].len);
		/* A key in between, so that bytes are not joined. */
		text_add(&session, "\t");
		if (*sequences[i].expected)
			text_printf(&expected, "%s ", sequences[i].expected);
		text_add(&expected, "tab ");
	}
	expected.bytes[--expected.len] = '\0';
	check(session.bytes, session.len, text_string(&expected));
	text_release(&session);
	text_release(&expected);
}

static void
append_bytes(void *data, const struct key *key)
{
	assert_int_not_equal(key->kind, KEYS_BYTES);
	text_append(data, key->bytes, key->len);
}

static void
keys_feed__carries__the_bytes_of_a_key(void **state)
{
	static const char *const moves[] = { "\33[A", "\33OB", "\33[1~",
		"\33OF", "\33[6;5~", "\r", "\33\r" };

	(void)state;
	for (size_t i = 0; i < COUNT(moves); i++) {
		size_t len = strlen(moves[i]);
		struct keys keys = { 0 };
		struct text bytes = { 0 };

		keys_feed(&keys, moves[i], len - 1, append_bytes, &bytes);
		assert_int_equal(bytes.len, 0);
		assert_int_equal(keys_waiting(&keys),
		    len > 1 && strcmp(moves[i], "\33[A"));
		keys_feed(&keys, moves[i] + len - 1, 1, append_bytes, &bytes);
		assert_string_equal(text_string(&bytes), moves[i]);
		text_release(&bytes);
		keys_release(&keys);
	}
}

static void
keys_timeout__means__nothing_when_nothing_waits(void **state)
{
	struct keys keys = { 0 };
	struct log log = { 0 };

	(void)state;
	keys_timeout(&keys, on_key, &log);
	keys_feed(&keys, "a\33[A", 4, on_key, &log);
	assert_false(keys_waiting(&keys));
	keys_timeout(&keys, on_key, &log);
	assert_string_equal(text_string(&log.words), "bytes:a up");

	keys_feed(&keys, "\33", 1, on_key, &log);
	assert_true(keys_waiting(&keys));
	keys_timeout(&keys, on_key, &log);
	keys_feed(&keys, "[A", 2, on_key, &log);
	assert_string_equal(text_string(&log.words),
	    "bytes:a up escape bytes:[A");
	keys_release(&keys);
	text_release(&log.words);
}

/* A report that comes in two parts, with a pause between; what stood before the
 * pause may have been taken for a key. */
static void
keys_timeout__never__breaks_a_report(void **state)
{
	static const char report[] = "\33[<64;10;5M";
	size_t len = sizeof(report) - 1;

	(void)state;
	for (size_t cut = 1; cut < len; cut++) {
		struct keys keys = { 0 };
		struct log log = { 0 };
		struct text expected = { 0 };

		text_printf(&expected, "%swheel-up@9,4 bytes:x",
		    cut == 1 ? "escape " : "");
		keys_feed(&keys, report, cut, on_key, &log);
		assert_int_equal(keys_waiting(&keys), cut == 1);
		keys_timeout(&keys, on_key, &log);
		keys_feed(&keys, report + cut, len - cut, on_key, &log);
		assert_false(keys_waiting(&keys));
		keys_feed(&keys, "x", 1, on_key, &log);
		assert_string_equal(text_string(&log.words),
		    text_string(&expected));
		keys_release(&keys);
		text_release(&log.words);
		text_release(&expected);
	}
}

/* What only looks like the rest of a report is typed. */
static void
keys_timeout__lets__text_behind_escape_be_text(void **state)
{
	static const char *const texts[] = { "[", "[[", "[<", "<", "[<x", "[A",
		"[]", "[\303\251", "x[<0;1;1M", "[<=", "[0;1;1M" };

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct keys keys = { 0 };
		struct log log = { 0 };
		struct text expected = { 0 };

		text_printf(&expected, "escape bytes:%s", texts[i]);
		keys_feed(&keys, "\33", 1, on_key, &log);
		keys_timeout(&keys, on_key, &log);
		for (const char *c = texts[i]; *c; c++) {
			keys_feed(&keys, c, 1, on_key, &log);
			keys_timeout(&keys, on_key, &log);
		}
		assert_string_equal(text_string(&log.words),
		    text_string(&expected));
		keys_release(&keys);
		text_release(&log.words);
		text_release(&expected);
	}
}

static void
keys_timeout__never__breaks_a_paste(void **state)
{
	static const char paste[] = "\33[200~a\rb\33[201~";
	struct keys keys = { 0 };
	struct log log = { 0 };

	(void)state;
	keys_feed(&keys, paste, 6, on_key, &log);
	for (size_t i = 6; i < sizeof(paste) - 1; i++) {
		assert_false(keys_waiting(&keys));
		keys_timeout(&keys, on_key, &log);
		keys_feed(&keys, &paste[i], 1, on_key, &log);
	}
	assert_string_equal(text_string(&log.words), "paste:a\\nb");
	keys_release(&keys);
	text_release(&log.words);
}

struct last {
	enum key_kind kind;
	size_t len;
	char end;
};

static void
keep_last(void *data, const struct key *key)
{
	struct last *last = data;

	last->kind = key->kind;
	last->len = key->len;
	last->end = key->len ? key->bytes[key->len - 1] : '\0';
}

static struct last
paste_of(size_t len)
{
	struct keys keys = { 0 };
	struct last last = { 0 };
	char *bytes = xmalloc(len);

	memset(bytes, 'a', len);
	keys_feed(&keys, "\33[200~", 6, keep_last, &last);
	keys_feed(&keys, bytes, len, keep_last, &last);
	keys_feed(&keys, "\33[201~", 6, keep_last, &last);
	free(bytes);
	assert_int_equal(keys.paste.size, 0);
	assert_false(keys.paste_cut);
	keys_release(&keys);
	return last;
}

static void
keys_feed__cuts__a_paste_that_is_too_long(void **state)
{
	struct last last;

	(void)state;
	last = paste_of(PASTE_MAX);
	assert_int_equal(last.kind, KEYS_PASTE);
	assert_int_equal(last.len, PASTE_MAX);
	last = paste_of(PASTE_MAX + 1);
	assert_int_equal(last.kind, KEYS_PASTE_CUT);
	assert_int_equal(last.len, PASTE_MAX);
}

static void
check_bound(const char *start, size_t max)
{
	struct keys keys = { 0 };
	struct log log = { 0 };

	keys_feed(&keys, start, strlen(start), on_key, &log);
	for (size_t len = strlen(start); len < max; len++) {
		keys_feed(&keys, "1", 1, on_key, &log);
		assert_true(keys_waiting(&keys));
	}
	keys_feed(&keys, "1", 1, on_key, &log);
	assert_false(keys_waiting(&keys));
	assert_int_equal(log.words.len, 0);
	keys_feed(&keys, "x", 1, on_key, &log);
	assert_string_equal(text_string(&log.words), "bytes:x");
	keys_release(&keys);
	text_release(&log.words);
}

static void
keys_feed__gives_up__what_does_not_end(void **state)
{
	(void)state;
	check_bound("\33[", 64);
	check_bound("\33O", 64);
	check_bound("\33]", 4096);
	check_bound("\33P", 4096);
	check_bound("\33_", 4096);
}

static uint32_t
draw(uint32_t *random, uint32_t below)
{
	*random = *random * 1664525 + 1013904223;
	return (*random >> 8) % below;
}

/* With more of what means something than chance would give. */
static void
make_garbage(struct text *garbage, size_t len)
{
	static const char *const often[] = { "\33", "\33[", "\33O", "\33]",
		"\33P", "\33_", "\33\\", "\7", "\33[M", "\33[<64;", "\33[[",
		"\33]11;rgb:f/f/", "\33[200~", "\33[201~", "\r", "\n", ";", "~",
		"M", "1", "5" };
	uint32_t random = 1;

	while (garbage->len < len) {
		char byte = (char)draw(&random, 256);

		if (draw(&random, 4))
			text_add(garbage, often[draw(&random, COUNT(often))]);
		else
			text_append(garbage, &byte, 1);
	}
}

/* The worst that may have come is over: a letter is a letter. */
static void
check_alive(struct keys *keys)
{
	struct last last = { 0 };

	/* A paste has no other end than its own. */
	if (keys->pasting)
		keys_feed(keys, "\33[201~", 6, keep_last, &last);
	keys_timeout(keys, keep_last, &last);
	assert_false(keys_waiting(keys));
	/* Neither a report of the mouse; any letter ends what may be one. */
	if (keys->pending.len)
		keys_feed(keys, "x", 1, keep_last, &last);
	last = (struct last){ 0 };
	keys_feed(keys, "x", 1, keep_last, &last);
	assert_int_equal(last.kind, KEYS_BYTES);
	assert_int_equal(last.len, 1);
	assert_int_equal(last.end, 'x');
}

static void
keys_feed__survives__garbage(void **state)
{
	struct text garbage = { 0 };
	struct keys keys = { 0 };
	struct last last = { 0 };
	uint32_t random = 2;
	int waited = 0, pasted = 0;

	(void)state;
	make_garbage(&garbage, 1024 * 1024);
	for (size_t i = 0, part; i < garbage.len; i += part) {
		part = draw(&random, 100);
		if (part > garbage.len - i)
			part = garbage.len - i;
		keys_feed(&keys, garbage.bytes + i, part, keep_last, &last);
		if (draw(&random, 16))
			continue;
		waited += keys_waiting(&keys);
		pasted += keys.pasting;
		check_alive(&keys);
	}
	assert_true(waited > 100 && pasted > 100);
	keys_release(&keys);
	text_release(&garbage);
}

/* ---- Keys of the user's own. */

static void
bindings__go__before_ours(void **state)
{
	static const struct {
		const char *key, *action;
	} bindings[] = { { "f2", "fold" }, { "ctrl-f", "trace" },
		{ "alt-x", "help" }, { "alt-up", "top" },
		{ "shift-f5", "newline" }, { "ctrl-l", "none" },
		{ "f1", "none" }, { "ctrl-alt-page-down", "bottom" } };
	static const struct {
		const char *bytes;
		size_t len;
		const char *expected;
	} cases[] = {
		SEQUENCE("\033OQ", "fold"),
		SEQUENCE("\033[12~", "fold"),
		SEQUENCE("\033[[B", "fold"),
		SEQUENCE("a\006b", "bytes:a trace bytes:b"),
		SEQUENCE("\033x", "help"),
		SEQUENCE("\033X", "help"),
		SEQUENCE("\033[1;3A", "top"),
		SEQUENCE("\033[1;2A", "bytes:^[[1;2A"),
		SEQUENCE("\033[15;2~", "newline"),
		SEQUENCE("\014", "ignored"),
		SEQUENCE("\033OP", "ignored"),
		SEQUENCE("\033[6;7~", "bottom"),
		SEQUENCE("\033OR", "fold"),
		SEQUENCE("\003", "interrupt"),
		SEQUENCE("\033[200~a\006\033[201~", "paste:a"),
	};
	struct text error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bindings) / sizeof(*bindings); i++)
		assert_true(bindings_add(&bound, bindings[i].key,
		    bindings[i].action, &error));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check(cases[i].bytes, cases[i].len, cases[i].expected);
	bindings_release(&bound);
}

/* What has other bytes on a terminal than a key of its own is refused. */
static void
bindings__refuse__what_is_no_key(void **state)
{
	static const char *const keys[] = { "", "a", "shift-a", "ctrl-1",
		"ctrl-[", "alt-[", "alt-O", "alt-]", "alt-\xc3\xa4", "alt- ",
		"ctrl-alt-x", "f0", "f13", "ctrl-", "enter", "tab", "ctrl-c",
		"ctrl-i", "ctrl-m" };
	struct text error = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		assert_false(bindings_add(&bound, keys[i], "help", &error));
		assert_int_equal(bound.count, 0);
	}
	text_release(&error);
}

static void
bindings__fit__every_key_with_every_modifier(void **state)
{
	static const char *const modifiers[] = { "", "shift-", "alt-", "ctrl-",
		"ctrl-shift-", "ctrl-alt-shift-" };
	static const char *const keys[] = { "f1", "f4", "f12", "up", "left",
		"home", "end", "insert", "delete", "page-up" };
	struct text error = { 0 };
	char key[32];

	(void)state;
	for (size_t i = 0; i < 6 * 10; i++) {
		snprintf(key, sizeof(key), "%s%s", modifiers[i / 10],
		    keys[i % 10]);
		assert_true(bindings_add(&bound, key, "help", &error));
	}
	for (size_t i = 0; i < bound.count; i++)
		check(bound.items[i].bytes, strlen(bound.items[i].bytes),
		    "help");
	bindings_release(&bound);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_feed__reads__each_sequence_at_any_cut),
		cmocka_unit_test(keys_feed__reads__a_long_session_at_any_cut),
		cmocka_unit_test(keys_feed__carries__the_bytes_of_a_key),
		cmocka_unit_test(
		    keys_timeout__means__nothing_when_nothing_waits),
		cmocka_unit_test(keys_timeout__never__breaks_a_report),
		cmocka_unit_test(
		    keys_timeout__lets__text_behind_escape_be_text),
		cmocka_unit_test(keys_timeout__never__breaks_a_paste),
		cmocka_unit_test(keys_feed__cuts__a_paste_that_is_too_long),
		cmocka_unit_test(keys_feed__gives_up__what_does_not_end),
		cmocka_unit_test(keys_feed__survives__garbage),
		cmocka_unit_test(bindings__go__before_ours),
		cmocka_unit_test(bindings__refuse__what_is_no_key),
		cmocka_unit_test(bindings__fit__every_key_with_every_modifier),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
