/* bindings.c: names of keys and actions -> bytes and kinds of keys.
 *
 * Only our own actions are here: what edits the line is bound by inputrc. */
#include "bindings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/escape.h"
#include "../src/nearest.h"
#include "../src/xalloc.h"

enum { SHOWN_MAX = 40 };

static const struct {
	const char *name;
	enum key_kind kind;
	const char *help;
} actions[] = {
	{ "help", KEYS_HELP, "shows keys and commands" },
	{ "trace", KEYS_TRACE, "moves the trace: right, below, off" },
	{ "fold", KEYS_FOLD, "folds and unfolds reasoning" },
	{ "inspect", KEYS_INSPECT,
	    "shows what the stop conditions do, and closes it" },
	{ "markdown", KEYS_MARKDOWN, "shows replies plain, and rendered again" },
	{ "pause", KEYS_PAUSE, "holds the reply, and lets it go on" },
	{ "step", KEYS_STEP, "lets one token of a held reply pass" },
	{ "find", KEYS_FIND, "finds a text" },
	{ "message-up", KEYS_MESSAGE_UP, "selects the message before" },
	{ "message-down", KEYS_MESSAGE_DOWN, "selects the message behind" },
	{ "copy", KEYS_COPY, "copies the selected message, or the last reply" },
	{ "edit", KEYS_EDIT, "edits the selected message, or your last" },
	{ "retry", KEYS_RETRY, "asks it again" },
	{ "fold-message", KEYS_FOLD_MESSAGE,
	    "folds and unfolds the selected message" },
	{ "version-back", KEYS_VERSION_BACK, "shows the version before" },
	{ "version-on", KEYS_VERSION_ON, "shows the version behind" },
	{ "focus", KEYS_FOCUS, "moves to the trace and back" },
	{ "jump", KEYS_JUMP, "goes from a character to its line of the trace" },
	{ "page-up", KEYS_PAGE_UP, "scrolls back by a screen" },
	{ "page-down", KEYS_PAGE_DOWN, "scrolls on by a screen" },
	{ "top", KEYS_TOP, "goes to the first message" },
	{ "bottom", KEYS_BOTTOM, "goes to the last message" },
	{ "newline", KEYS_NEWLINE, "a new line in the message" },
	{ "repaint", KEYS_REPAINT, "draws the screen anew" },
	{ "suspend", KEYS_SUSPEND, "suspends" },
	{ "none", KEYS_IGNORED, "does nothing" },
};

/* What comes behind ESC; % is the place of a modifier. */
struct shape {
	const char *plain;
	const char *modified; /* NULL: takes no modifier */
};

/* Terminals do not agree; a key has up to five shapes. */
enum { SHAPES = 5 };

static const struct named_key {
	const char *name;
	struct shape shapes[SHAPES];
} named_keys[] = {
	{ "f1", { { "OP", "[1;%P" }, { "[P", NULL }, { "[11~", "[11;%~" },
		    { "[[A", NULL } } },
	{ "f2", { { "OQ", "[1;%Q" }, { "[Q", NULL }, { "[12~", "[12;%~" },
		    { "[[B", NULL } } },
	{ "f3", { { "OR", "[1;%R" }, { "[13~", "[13;%~" },
		    { "[[C", NULL } } },
	{ "f4", { { "OS", "[1;%S" }, { "[S", NULL }, { "[14~", "[14;%~" },
		    { "[[D", NULL } } },
	{ "f5", { { "[15~", "[15;%~" }, { "[[E", NULL } } },
	{ "f6", { { "[17~", "[17;%~" } } },
	{ "f7", { { "[18~", "[18;%~" } } },
	{ "f8", { { "[19~", "[19;%~" } } },
	{ "f9", { { "[20~", "[20;%~" } } },
	{ "f10", { { "[21~", "[21;%~" } } },
	{ "f11", { { "[23~", "[23;%~" } } },
	{ "f12", { { "[24~", "[24;%~" } } },
	{ "up", { { "[A", "[1;%A" }, { "OA", NULL } } },
	{ "down", { { "[B", "[1;%B" }, { "OB", NULL } } },
	{ "right", { { "[C", "[1;%C" }, { "OC", NULL } } },
	{ "left", { { "[D", "[1;%D" }, { "OD", NULL } } },
	{ "home", { { "[H", "[1;%H" }, { "OH", NULL }, { "[1~", "[1;%~" },
		      { "[7~", "[7;%~" } } },
	{ "end", { { "[F", "[1;%F" }, { "OF", NULL }, { "[4~", "[4;%~" },
		     { "[8~", "[8;%~" } } },
	{ "insert", { { "[2~", "[2;%~" } } },
	{ "delete", { { "[3~", "[3;%~" } } },
	{ "page-up", { { "[5~", "[5;%~" } } },
	{ "page-down", { { "[6~", "[6;%~" } } },
};

/* Keys that somebody may need to get out of anything, and those that are the
 * same bytes. */
static const char *const fixed_keys[] = { "ctrl-c", "ctrl-m", "ctrl-i",
	"ctrl-[", "enter", "escape", "tab" };

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

void
bindings_release(struct bindings *bindings)
{
	free(bindings->items);
	*bindings = (struct bindings){ 0 };
}

const char *
bindings_action(size_t i, const char **help)
{
	if (i >= COUNT(actions))
		return NULL;
	*help = actions[i].help;
	return actions[i].name;
}

enum key_kind
bindings_find(const struct bindings *bindings, const char *bytes, size_t len)
{
	/* The last one said holds. */
	for (size_t i = bindings ? bindings->count : 0; i--;) {
		const struct binding *binding = &bindings->items[i];

		if (strlen(binding->bytes) == len &&
		    !memcmp(binding->bytes, bytes, len))
			return binding->kind;
	}
	return KEYS_BYTES;
}

/* ---- Sentences. */

static bool
refuse(struct text *error, const char *what, const char *name,
    const struct nearest *nearest, const char *right)
{
	text_printf(error, "there is no %s ", what);
	escape_quote_short(error, name, strlen(name), SHOWN_MAX);
	if (nearest_name(nearest))
		text_printf(error, "; did you mean %s?",
		    nearest_name(nearest));
	else
		text_printf(error, "; %s", right);
	return false;
}

static bool
refuse_action(const char *action, struct text *error)
{
	struct text right = { 0 };
	struct nearest nearest;

	nearest_init(&nearest, action);
	text_add(&right, "there are");
	for (size_t i = 0; i < COUNT(actions); i++) {
		nearest_offer(&nearest, actions[i].name);
		text_printf(&right, "%s%s", i ? ", " : " ", actions[i].name);
	}
	refuse(error, "action", action, &nearest, text_string(&right));
	text_release(&right);
	return false;
}

static bool
refuse_key(const char *key, const char *base, struct text *error)
{
	struct nearest nearest;

	nearest_init(&nearest, base);
	for (size_t i = 0; i < COUNT(named_keys); i++)
		nearest_offer(&nearest, named_keys[i].name);
	return refuse(error, "key", key, &nearest,
	    "keys are f1 to f12, ctrl-LETTER, alt-CHARACTER, and up, down, "
	    "left, right, home, end, insert, delete, page-up, page-down with "
	    "ctrl-, alt- or shift- before them");
}

static bool
is_fixed(const char *key, struct text *error)
{
	for (size_t i = 0; i < COUNT(fixed_keys); i++)
		if (!strcmp(key, fixed_keys[i])) {
			text_printf(error, "%s cannot be bound", key);
			return true;
		}
	return false;
}

/* ---- Bytes of keys. */

static void
add(struct bindings *bindings, const char *bytes, enum key_kind kind)
{
	struct binding *binding;

	bindings->items = xgrow(bindings->items, bindings->count,
	    &bindings->capacity, sizeof(*bindings->items));
	binding = &bindings->items[bindings->count++];
	binding->kind = kind;
	snprintf(binding->bytes, sizeof(binding->bytes), "%s", bytes);
}

/* The modifier as xterm counts, and what stands behind it in *base. */
static int
read_modifier(const char *key, const char **base)
{
	static const struct {
		const char *name;
		int bit;
	} modifiers[] = { { "shift-", 1 }, { "alt-", 2 }, { "ctrl-", 4 } };
	int bits = 0;

	for (size_t i = 0; i < COUNT(modifiers);) {
		size_t len = strlen(modifiers[i].name);

		if (strncmp(key, modifiers[i].name, len) || !key[len]) {
			i++;
			continue;
		}
		bits |= modifiers[i].bit;
		key += len;
		i = 0;
	}
	*base = key;
	return bits;
}

static void
add_shape(struct bindings *bindings, const struct shape *shape, int modifier,
    enum key_kind kind)
{
	const char *form = modifier ? shape->modified : shape->plain;
	char bytes[sizeof(((struct binding *)0)->bytes)] = "\033";
	size_t len = 1;

	for (; form && *form; form++)
		bytes[len++] = *form == '%' ? (char)('1' + modifier) : *form;
	if (len > 1)
		add(bindings, bytes, kind);
}

static bool
add_named(struct bindings *bindings, const char *name, int modifier,
    enum key_kind kind)
{
	for (size_t i = 0; i < COUNT(named_keys); i++) {
		if (strcmp(named_keys[i].name, name))
			continue;
		for (size_t k = 0; k < SHAPES; k++)
			add_shape(bindings, &named_keys[i].shapes[k], modifier,
			    kind);
		return true;
	}
	return false;
}

/* ctrl-a to ctrl-z and alt with a character; [ O ] P and _ begin sequences. */
static bool
add_character(struct bindings *bindings, char c, int modifier,
    enum key_kind kind)
{
	char control[] = { (char)(c & 0x1f), '\0' };
	char lower[] = { '\033', c, '\0' };
	char upper[] = { '\033', (char)toupper((unsigned char)c), '\0' };

	if (modifier == 4 && c >= 'a' && c <= 'z') {
		add(bindings, control, kind);
		return true;
	}
	if (modifier != 2 || c <= ' ' || c > '~' || strchr("[O]P_", c))
		return false;
	add(bindings, lower, kind);
	if (upper[1] != c && !strchr("OP", upper[1]))
		add(bindings, upper, kind);
	return true;
}

bool
bindings_add(struct bindings *bindings, const char *key, const char *action,
    struct text *error)
{
	const char *base;
	int modifier = read_modifier(key, &base);
	size_t i = 0;

	if (is_fixed(key, error))
		return false;
	while (i < COUNT(actions) && strcmp(actions[i].name, action))
		i++;
	if (i == COUNT(actions))
		return refuse_action(action, error);
	if (add_named(bindings, base, modifier, actions[i].kind) ||
	    (strlen(base) == 1 &&
		add_character(bindings, *base, modifier, actions[i].kind)))
		return true;
	return refuse_key(key, base, error);
}
