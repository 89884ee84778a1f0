/* keys.c: bytes from the keyboard -> keys.
 *
 * What it has not understood yet is in keys->pending; the state is read from
 * there. It ends escape sequences, and does not check that they make sense: an
 * unknown one goes to the line editor, who may know it. */
#include "keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings.h"

enum { SEQUENCE_MAX = 64, STRING_MAX = 4096 };

enum {
	CTRL_C = 0x03, CTRL_F = 0x06, CTRL_L = 0x0c, CTRL_O = 0x0f,
	CTRL_Z = 0x1a, ESC = 0x1b,
	DEL = 0x7f,
};

#define PASTE_BEGIN "[200~"
#define PASTE_END "\033[201~"
#define REPORT_BEGIN "\033[<"

/* Who gets the keys. */
struct sink {
	key_fn *fn;
	void *data;
};

/* What comes behind ESC. A # stands for the digits of a modifier. */
static const struct {
	const char *sequence;
	enum key_kind kind;
} sequences[] = {
	{ "[A", KEYS_UP },
	{ "OA", KEYS_UP },
	{ "[B", KEYS_DOWN },
	{ "OB", KEYS_DOWN },
	{ "[5~", KEYS_PAGE_UP },
	{ "[5;#~", KEYS_PAGE_UP },
	{ "[5^", KEYS_PAGE_UP }, /* rxvt with Ctrl, as all with ^ */
	{ "[6~", KEYS_PAGE_DOWN },
	{ "[6;#~", KEYS_PAGE_DOWN },
	{ "[6^", KEYS_PAGE_DOWN },
	{ "[H", KEYS_HOME },
	{ "OH", KEYS_HOME },
	{ "[1~", KEYS_HOME },
	{ "[7~", KEYS_HOME },
	{ "[F", KEYS_END },
	{ "OF", KEYS_END },
	{ "[4~", KEYS_END },
	{ "[8~", KEYS_END },
	{ "[1;5H", KEYS_TOP },
	{ "[7^", KEYS_TOP },
	{ "[1;5F", KEYS_BOTTOM },
	{ "[8^", KEYS_BOTTOM },
	{ "OP", KEYS_HELP },
	{ "[P", KEYS_HELP },
	{ "[11~", KEYS_HELP },
	{ "[[A", KEYS_HELP }, /* Linux console, as all with [[ */
	{ "OQ", KEYS_TRACE },
	{ "[Q", KEYS_TRACE },
	{ "[12~", KEYS_TRACE },
	{ "[[B", KEYS_TRACE },
	{ "OR", KEYS_FOLD },
	{ "[13~", KEYS_FOLD },
	{ "[[C", KEYS_FOLD },
	{ "OS", KEYS_INSPECT },
	{ "[S", KEYS_INSPECT },
	{ "[14~", KEYS_INSPECT },
	{ "[[D", KEYS_INSPECT },
	{ "[15~", KEYS_PAUSE },
	{ "[[E", KEYS_PAUSE },
	{ "[17~", KEYS_STEP },
	{ "t", KEYS_FOCUS },
	{ "T", KEYS_FOCUS },
	{ "[1;3A", KEYS_MESSAGE_UP },
	{ "[1;3B", KEYS_MESSAGE_DOWN },
	{ "[1;3D", KEYS_VERSION_BACK },
	{ "[1;3C", KEYS_VERSION_ON },
	/* Letters that are not the editor's. */
	{ "w", KEYS_COPY },
	{ "W", KEYS_COPY },
	{ "a", KEYS_RETRY },
	{ "A", KEYS_RETRY },
	{ "e", KEYS_EDIT },
	{ "E", KEYS_EDIT },
	{ "z", KEYS_FOLD_MESSAGE },
	{ "Z", KEYS_FOLD_MESSAGE },
	{ "j", KEYS_JUMP },
	{ "J", KEYS_JUMP },
	{ "\r", KEYS_NEWLINE },
	{ "\n", KEYS_NEWLINE },
	{ "[13;2u", KEYS_NEWLINE },
	{ "[27;2;13~", KEYS_NEWLINE },
};

void
keys_release(struct keys *keys)
{
	text_release(&keys->pending);
	text_release(&keys->paste);
	*keys = (struct keys){ .bindings = keys->bindings };
}

static void
emit(const struct sink *sink, enum key_kind kind, const char *bytes, size_t len)
{
	struct key key = { .kind = kind, .bytes = bytes, .len = len };

	sink->fn(sink->data, &key);
}

static void
emit_pending(struct keys *keys, enum key_kind kind, const struct sink *sink)
{
	emit(sink, kind, keys->pending.bytes, keys->pending.len);
	text_clear(&keys->pending);
}

static bool
is_control(char byte)
{
	return (unsigned char)byte < ' ' || byte == DEL;
}

/* ---- Pastes. */

static void
paste_add(struct keys *keys, char byte)
{
	bool ends_crlf = byte == '\n' && keys->paste_last == '\r';

	keys->paste_last = byte;
	if (byte == '\r')
		byte = '\n';
	if (ends_crlf || (is_control(byte) && byte != '\n' && byte != '\t'))
		return;
	if (keys->paste.len == PASTE_MAX)
		keys->paste_cut = true;
	else
		text_append(&keys->paste, &byte, 1);
}

static void
paste_finish(struct keys *keys, const struct sink *sink)
{
	keys->pasting = false;
	emit(sink, keys->paste_cut ? KEYS_PASTE_CUT : KEYS_PASTE,
	    text_string(&keys->paste), keys->paste.len);
	keys->paste_cut = false;
	keys->paste_last = '\0';
	text_clear(&keys->pending);
	text_release(&keys->paste);
}

/* Like all functions of a byte: takes it, or changes the state and returns
 * false, and the byte is looked at again. */
static bool
paste_byte(struct keys *keys, char byte, const struct sink *sink)
{
	struct text *pending = &keys->pending;

	if (byte == PASTE_END[pending->len]) {
		text_append(pending, &byte, 1);
		if (pending->len == strlen(PASTE_END))
			paste_finish(keys, sink);
		return true;
	}
	if (!pending->len) {
		paste_add(keys, byte);
		return true;
	}
	for (size_t i = 0; i < pending->len; i++)
		paste_add(keys, pending->bytes[i]);
	text_clear(pending);
	return false;
}

/* ---- Sequences that are complete. */

static bool
matches(const char *pattern, const char *s)
{
	for (; *pattern; pattern++) {
		if (*pattern == '#')
			s += strspn(s, "0123456789");
		else if (*pattern != *s++)
			return false;
	}
	return !*s;
}

/* A whole sequence from its ESC on. */
static enum key_kind
sequence_kind(const struct keys *keys)
{
	const char *s = keys->pending.bytes + 1;
	enum key_kind bound = bindings_find(keys->bindings,
	    keys->pending.bytes, keys->pending.len);

	if (bound != KEYS_BYTES)
		return bound;
	for (size_t i = 0; i < sizeof(sequences) / sizeof(*sequences); i++)
		if (matches(sequences[i].sequence, s))
			return sequences[i].kind;
	return KEYS_BYTES;
}

/* Buttons of the mouse as they are reported; others stay the terminal's. */
enum { LEFT, RELEASED = 3, LEFT_MOVED = 32, WHEEL_UP = 64, WHEEL_DOWN };

/* Returns the button of a mouse report in either form, or -1. */
static int
read_mouse(const char *s, int *x, int *y)
{
	int button;
	char final;

	if (s[1] == 'M') {
		*x = (unsigned char)s[3] - ' ';
		*y = (unsigned char)s[4] - ' ';
		return (unsigned char)s[2] - ' ';
	}
	if (sscanf(s, "[<%5d;%5d;%5d%c", &button, x, y, &final) < 4)
		return -1;
	if (final == 'm')
		return button == LEFT ? RELEASED : -1;
	return final == 'M' ? button : -1;
}

/* Returns whether it is a key of ours. */
static bool
mouse_kind(int button, enum key_kind *kind)
{
	switch (button) {
	case LEFT:
		*kind = KEYS_PRESS;
		return true;
	case RELEASED:
		*kind = KEYS_RELEASE;
		return true;
	case LEFT_MOVED:
		*kind = KEYS_DRAG;
		return true;
	case WHEEL_UP:
		*kind = KEYS_WHEEL_UP;
		return true;
	case WHEEL_DOWN:
		*kind = KEYS_WHEEL_DOWN;
		return true;
	}
	return false;
}

/* A sequence that no key sends: the mouse, the focus, answers of the terminal
 * (with one of <=>? in front), the end of a paste that did not begin. */
static bool
is_report(const char *s)
{
	return s[0] == '[' && s[1] && (strchr("<=>?M", s[1]) ||
	    matches("[I", s) || matches("[O", s) || matches("[201~", s));
}

static void
finish_report(struct keys *keys, const struct sink *sink)
{
	struct key key = { .bytes = keys->pending.bytes,
		.len = keys->pending.len };
	int button = read_mouse(key.bytes + 1, &key.x, &key.y);

	if (mouse_kind(button, &key.kind) && key.x > 0 && key.y > 0) {
		key.x--;
		key.y--;
		sink->fn(sink->data, &key);
	}
	text_clear(&keys->pending);
}

/* What stands behind an ESC that was a key is text, but for reports. */
static void
emit_late(struct keys *keys, const struct sink *sink)
{
	keys->late = false;
	if (keys->pending.len > 1)
		emit(sink, KEYS_BYTES, keys->pending.bytes + 1,
		    keys->pending.len - 1);
	text_clear(&keys->pending);
}

/* What does not make sense is dropped. */
static void
give_up(struct keys *keys, const struct sink *sink)
{
	if (keys->late)
		emit_late(keys, sink);
	text_clear(&keys->pending);
}

static void
finish(struct keys *keys, const struct sink *sink)
{
	const char *s = keys->pending.bytes + 1;

	if (keys->late && !is_report(s)) {
		emit_late(keys, sink);
		return;
	}
	keys->late = false;
	if (matches(PASTE_BEGIN, s)) {
		keys->pasting = true;
		text_clear(&keys->pending);
	} else if (is_report(s)) {
		finish_report(keys, sink);
	} else {
		emit_pending(keys, sequence_kind(keys), sink);
	}
}

/* Reads one to four hexadecimal digits as a part of the brightest. */
static bool
read_part(const char **s, double *part)
{
	size_t digits = strspn(*s, "0123456789abcdefABCDEF");

	if (digits < 1 || digits > 4)
		return false;
	*part = (double)strtoul(*s, NULL, 16) / ((1 << 4 * digits) - 1);
	*s += digits;
	return true;
}

/* Returns the lightness of the colour in %, or -1 if it is none. */
static int
read_lightness(const char *s)
{
	static const double weights[] = { 29.9, 58.7, 11.4 };
	double sum = 0.5;
	double part;

	for (size_t i = 0; i < 3; i++) {
		if (i && *s++ != '/')
			return -1;
		if (!read_part(&s, &part))
			return -1;
		sum += weights[i] * part;
	}
	return *s == '\a' || *s == ESC ? (int)sum : -1;
}

static void
finish_string(struct keys *keys, const struct sink *sink)
{
	static const char background[] = "]11;rgb:";
	const char *s = keys->pending.bytes + 1;
	struct key key = { .kind = KEYS_BACKGROUND,
		.bytes = keys->pending.bytes, .len = keys->pending.len };

	if (!strncmp(s, background, strlen(background))) {
		key.x = read_lightness(s + strlen(background));
		if (key.x >= 0)
			sink->fn(sink->data, &key);
	}
	text_clear(&keys->pending);
}

/* ---- Bytes. */

static enum key_kind
control_kind(const struct keys *keys, char byte)
{
	enum key_kind bound = is_control(byte)
	    ? bindings_find(keys->bindings, &byte, 1) : KEYS_BYTES;

	if (bound != KEYS_BYTES)
		return bound;
	switch (byte) {
	case '\r':
		return KEYS_ENTER;
	case '\n':
		return KEYS_NEWLINE;
	case '\t':
		return KEYS_TAB;
	case CTRL_C:
		return KEYS_INTERRUPT;
	case CTRL_F:
		return KEYS_FIND;
	case CTRL_O:
		return KEYS_MARKDOWN;
	case CTRL_Z:
		return KEYS_SUSPEND;
	case CTRL_L:
		return KEYS_REPAINT;
	case ESC:
		return KEYS_ESCAPE;
	}
	return KEYS_BYTES;
}

/* A byte behind a lone ESC. Two keys count whatever stands before them. */
static bool
escape_byte(struct keys *keys, char byte, const struct sink *sink)
{
	if (byte == ESC || byte == CTRL_C || byte == CTRL_Z) {
		emit_pending(keys, KEYS_ESCAPE, sink);
		return false;
	}
	text_append(&keys->pending, &byte, 1);
	if (!byte || !strchr("[O]P_", byte))
		finish(keys, sink);
	return true;
}

/* In this form a report has nothing but numbers, so another key ends it. */
static bool
is_sgr_mouse(const struct text *pending)
{
	return !strncmp(pending->bytes, REPORT_BEGIN, strlen(REPORT_BEGIN));
}

static bool
is_x10_mouse(const struct text *pending)
{
	return !strncmp(pending->bytes, "\033[M", 3);
}

static bool
is_complete(const struct text *pending)
{
	if (is_x10_mouse(pending))
		return pending->len == strlen("\033[Mbxy");
	if (!strncmp(pending->bytes, "\033[[", 3))
		return pending->len == strlen("\033[[A");
	return pending->bytes[pending->len - 1] >= '@';
}

/* A byte of ESC [ ... or ESC O ... */
static bool
sequence_byte(struct keys *keys, char byte, const struct sink *sink)
{
	struct text *pending = &keys->pending;
	bool plain = byte >= ' ' && byte < DEL;
	bool coordinate = is_x10_mouse(pending) && (unsigned char)byte >= DEL;
	bool odd = is_sgr_mouse(pending) && !strchr("0123456789;Mm", byte);

	if ((!plain && !coordinate) || odd) {
		give_up(keys, sink);
		return false;
	}
	text_append(pending, &byte, 1);
	if (is_complete(pending))
		finish(keys, sink);
	else if (pending->len > SEQUENCE_MAX)
		give_up(keys, sink);
	return true;
}

/* A byte of a string: ESC ] ... until BEL or ESC \, and its like. */
static bool
string_byte(struct keys *keys, char byte, const struct sink *sink)
{
	struct text *pending = &keys->pending;
	bool escaped = pending->bytes[pending->len - 1] == ESC;

	if (escaped && byte != '\\') {
		text_clear(pending);
		text_append(pending, "\033", 1);
		return false;
	}
	text_append(pending, &byte, 1);
	if (escaped || byte == '\a')
		finish_string(keys, sink);
	else if (pending->len > STRING_MAX)
		text_clear(pending);
	return true;
}

static bool
is_string(const struct text *pending)
{
	return pending->len > 1 && strchr("]P_", pending->bytes[1]);
}

static bool
pending_byte(struct keys *keys, char byte, const struct sink *sink)
{
	if (keys->pasting)
		return paste_byte(keys, byte, sink);
	if (keys->pending.len == 1)
		return escape_byte(keys, byte, sink);
	if (is_string(&keys->pending))
		return string_byte(keys, byte, sink);
	return sequence_byte(keys, byte, sink);
}

/* Returns how many bytes it took: a run, or a single key. */
static size_t
plain_bytes(struct keys *keys, const char *bytes, size_t len,
    const struct sink *sink)
{
	size_t run = 0;

	while (run < len && control_kind(keys, bytes[run]) == KEYS_BYTES)
		run++;
	if (run)
		emit(sink, KEYS_BYTES, bytes, run);
	else if (*bytes == ESC)
		text_append(&keys->pending, bytes, 1);
	else
		emit(sink, control_kind(keys, *bytes), bytes, 1);
	return run ? run : 1;
}

/* The connection may be slow, and have cut a report of the mouse behind its
 * first byte, which was taken for Escape then. */
static void
resume_late(struct keys *keys, char byte)
{
	if (byte == '[')
		text_append(&keys->pending, "\033", 1);
	else
		keys->late = false;
}

void
keys_feed(struct keys *keys, const char *bytes, size_t len, key_fn *fn,
    void *data)
{
	const struct sink sink = { fn, data };
	size_t taken;

	for (; len; bytes += taken, len -= taken) {
		if (keys->late && !keys->pending.len)
			resume_late(keys, *bytes);
		if (keys->pasting || keys->pending.len)
			taken = pending_byte(keys, *bytes, &sink);
		else
			taken = plain_bytes(keys, bytes, len, &sink);
	}
}

/* Behind a real Escape somebody may type what looks like the beginning. */
static bool
is_maybe_mouse(const struct keys *keys)
{
	const struct text *pending = &keys->pending;

	if (keys->late)
		return pending->len > 3 && is_sgr_mouse(pending);
	return !strcmp(pending->bytes, "\033[") || is_sgr_mouse(pending);
}

bool
keys_waiting(const struct keys *keys)
{
	return keys->pending.len && !keys->pasting && !is_maybe_mouse(keys);
}

void
keys_timeout(struct keys *keys, key_fn *fn, void *data)
{
	const struct sink sink = { fn, data };

	if (!keys_waiting(keys))
		return;
	if (keys->late)
		emit_late(keys, &sink);
	else if (keys->pending.len == 1) {
		emit_pending(keys, KEYS_ESCAPE, &sink);
		keys->late = true;
	} else if (is_string(&keys->pending) && keys->pending.len > 2)
		text_clear(&keys->pending);
	else
		emit_pending(keys, KEYS_BYTES, &sink);
}
