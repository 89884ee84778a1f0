/* settings.h: everything a user can set, in one struct, with its defaults and
 * limits written once. The command line, /set and the manual use this table. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lists.h"
#include "text.h"

enum endpoint { ENDPOINT_CHAT, ENDPOINT_COMPLETIONS };

/* Of the screen. Auto is dark or light, as the terminal's background is. */
enum theme { THEME_AUTO, THEME_DARK, THEME_LIGHT, THEME_MONO, THEME_TERMINAL };

/* Whether the terminal is told of links. */
enum links { LINKS_AUTO, LINKS_ON, LINKS_OFF };

/* How the terminal is told what is copied. */
enum clipboard {
	CLIPBOARD_AUTO, /* as for screen if it runs there, else as it is */
	CLIPBOARD_OSC52,
	CLIPBOARD_TMUX,   /* through tmux, past it */
	CLIPBOARD_SCREEN, /* likewise */
	CLIPBOARD_OFF,
};

/* The rules of a server that the echo engine stops by. */
enum stop_dialect {
	DIALECT_DEFAULT,
	DIALECT_OPENAI,
	DIALECT_VLLM,
	DIALECT_LLAMA_CPP,
	DIALECT_DYNAMO,
	DIALECT_NONE,
};

/* Numbers that may be unset are -1 then (temperature and top_p: below 0). */
struct settings {
	struct text model_name; /* empty: the engine's own */
	struct strings stop;
	struct ids stop_token_ids;
	struct strings eos;
	bool ignore_eos;
	bool include_stop_str_in_output;
	int64_t max_tokens;
	int64_t min_tokens;
	enum stop_dialect stop_dialect;
	double temperature;
	double top_p;
	int64_t seed; /* SETTING_UNSET_SEED while unset */
	int64_t n;
	enum endpoint endpoint;
	double delay_ms;
	double ttft_ms; /* -1: delay_ms */
	double jitter_ms;
	double prefill_per_token_ms;
	struct text record; /* path of a file, or empty */
	double speed; /* of echo and replays: 2 is twice as fast */
	struct text api_key_env; /* name of the variable that holds the key */
	struct strings headers;
	bool insecure;
	struct text proxy;
	int64_t connect_timeout_ms;
	int64_t idle_timeout_ms;
	bool store; /* conversations are, on disk */
	struct text copy_command; /* gets what is copied, or empty */
	enum clipboard clipboard;
	bool mouse; /* is reported to the program */
	enum theme theme;
	bool markdown; /* of replies is rendered on the screen */
	enum links links;
	struct text request_template; /* a JSON object, or empty */
};

#define SETTING_UNSET_SEED INT64_MIN

enum setting_kind {
	SETTING_INTEGER,
	SETTING_NUMBER,
	SETTING_BOOL,
	SETTING_TEXT,
	SETTING_WORD,  /* one of words; an enum, which counts from 0 */
	SETTING_TEXTS, /* a list: setting it adds */
	SETTING_IDS,
};

struct setting {
	const char *name; /* as in the API: max_tokens. The option: --max-tokens */
	enum setting_kind kind;
	size_t offset;
	double least, most; /* numbers: limits, both included */
	const char *words;  /* SETTING_WORD: separated by | in the order of the enum */
	const char *unit;   /* for people; may be NULL */
	const char *help;   /* one line, without a full stop */
};

/* The table; ends with a name of NULL. */
extern const struct setting setting_table[];

/* Puts the defaults into a zeroed struct. */
void settings_init(struct settings *settings);
void settings_release(struct settings *settings);
/* Copies into a zeroed struct. */
void settings_copy(struct settings *to, const struct settings *from);

/* Returns the setting of that name (- counts as _), or NULL. */
const struct setting *setting_find(const char *name);
/* Returns the name nearest to a mistyped one, or NULL if none is near. */
const char *setting_nearest(const char *name);
/* Reads value into the setting; adds to it when it is a list. A string of a
 * list has its escapes read. False with a sentence in error, which names the
 * value and what is right. An empty string of a list is dropped: true, and
 * error holds the warning. */
bool setting_set(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error);
/* Puts the sentence into error that says what is right, and which value is not.
 * Always false. */
bool setting_refuse(const struct setting *setting, const char *right,
    const char *value, struct text *error);
/* Back to the default; a list becomes empty. */
void setting_unset(struct settings *settings, const struct setting *setting);
/* Takes an item out of a list. False if it is not there, or no item. */
bool setting_remove(struct settings *settings, const struct setting *setting,
    const char *value, struct text *error);
bool setting_is_list(const struct setting *setting);
bool setting_is_set(const struct settings *settings,
    const struct setting *setting);
/* Reads on, off and what else stands for them. False if it is neither. */
bool setting_read_bool(const char *value, bool *out);
/* Puts the value of one struct into the other. */
void setting_copy(struct settings *to, const struct settings *from,
    const struct setting *setting);
/* Appends the value so that setting_set() reads it, a string in quotes; each
 * item of a list with a line end behind it. Nothing if it is unset. */
void setting_lines(const struct settings *settings,
    const struct setting *setting, struct text *out);
/* Appends the value as a user would type it, lists in quotes; "-" if unset. */
void setting_show(const struct settings *settings,
    const struct setting *setting, struct text *out);

#endif
