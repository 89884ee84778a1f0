/* keys.h: bytes from the keyboard -> keys. Pure: a state machine that is fed
 * at any cut; it knows no terminal and no clock. */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

enum { PASTE_MAX = 16 * 1024 * 1024 };

enum key_kind {
	KEYS_BYTES, /* for the line editor: text, controls, unknown sequences */
	KEYS_ENTER,   /* CR */
	KEYS_NEWLINE, /* LF (Ctrl-J), Alt+Enter, Shift+Enter if told */
	KEYS_ESCAPE, /* alone */
	KEYS_INTERRUPT, /* Ctrl-C */
	KEYS_SUSPEND,   /* Ctrl-Z */
	KEYS_REPAINT,   /* Ctrl-L */
	KEYS_TAB,
	KEYS_UP,
	KEYS_DOWN,
	KEYS_PAGE_UP,
	KEYS_PAGE_DOWN,
	KEYS_TOP,    /* Ctrl-Home, Alt+< is the editor's */
	KEYS_BOTTOM, /* Ctrl-End */
	KEYS_HOME,
	KEYS_END,
	KEYS_HELP,  /* F1 */
	KEYS_TRACE, /* F2 */
	KEYS_FOLD,  /* F3 */
	KEYS_INSPECT, /* F4 */
	KEYS_PAUSE, /* F5 */
	KEYS_STEP,  /* F6 */
	KEYS_FOCUS, /* Alt+T */
	KEYS_MESSAGE_UP, /* Alt+Up: the message before; so on */
	KEYS_MESSAGE_DOWN,
	KEYS_VERSION_BACK, /* Alt+Left */
	KEYS_VERSION_ON,   /* Alt+Right */
	KEYS_COPY,         /* Alt+W */
	KEYS_RETRY,        /* Alt+A */
	KEYS_EDIT,         /* Alt+E */
	KEYS_FOLD_MESSAGE, /* Alt+Z */
	KEYS_JUMP,         /* Alt+J */
	KEYS_FIND,  /* Ctrl-F */
	KEYS_MARKDOWN, /* Ctrl-O */
	KEYS_WHEEL_UP,
	KEYS_WHEEL_DOWN,
	KEYS_PRESS, /* of the left button, without Shift, Alt, Ctrl */
	KEYS_DRAG,  /* the mouse moved while it is pressed */
	KEYS_RELEASE,
	KEYS_PASTE,      /* all of it; LF line ends, no other controls but tab */
	KEYS_PASTE_CUT,  /* the same, but it was longer than PASTE_MAX */
	KEYS_IGNORED,    /* bound to nothing */
	KEYS_BACKGROUND, /* answer to OSC 11: x is the lightness in % */
};

struct key {
	enum key_kind kind;
	const char *bytes; /* as they came (a paste: cleaned); valid in the call */
	size_t len;
	int x, y; /* mouse: column and row from 0 */
};

typedef void key_fn(void *data, const struct key *key);

struct bindings;

struct keys {
	const struct bindings *bindings; /* the user's, before ours; or NULL */
	struct text pending; /* a sequence that is not complete */
	struct text paste;
	bool pasting;
	bool paste_cut;
	char paste_last; /* for CR LF */
	bool late; /* an ESC was taken for a key, and its rest may come */
};

/* A struct keys of zeros is ready. */
void keys_release(struct keys *keys);

/* Calls fn for each key that is complete. Plain bytes come in runs. */
void keys_feed(struct keys *keys, const char *bytes, size_t len, key_fn *fn,
    void *data);

/* True while a lone ESC or an unfinished sequence (no paste) waits for more
 * bytes: call keys_timeout() when none came for 50 ms. What may be a report of
 * the mouse, ESC [ and what follows, waits for its end however long it takes. */
bool keys_waiting(const struct keys *keys);
void keys_timeout(struct keys *keys, key_fn *fn, void *data);

#endif
