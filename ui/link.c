/* link.c: what may be the target of a link, and which terminals know links. */
#include "link.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A click may not run anything on this machine: no file:, no javascript:. */
static const char *const schemes[] = { "http://", "https://", "mailto:" };

static bool
has_scheme(const char *bytes, size_t len)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++) {
		size_t n = strlen(schemes[i]);

		if (len > n && !strncasecmp(bytes, schemes[i], n))
			return true;
	}
	return false;
}

bool
link_target(struct text *out, const char *bytes, size_t len)
{
	size_t before = out->len;

	if (len > LINK_MAX || !has_scheme(bytes, len))
		return false;
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if (byte > ' ' && byte <= '~')
			text_append(out, bytes + i, 1);
		else
			text_printf(out, "%%%02X", byte);
	}
	if (out->len - before <= LINK_MAX)
		return true;
	out->len = before;
	out->bytes[before] = '\0';
	return false;
}

/* ---- Terminals. */

/* Begins the type, or the variable is there, as a version if it says one. */
struct known {
	const char *name;
	double least; /* version */
};

static const char *const types[] = { "alacritty", "contour", "foot", "wezterm",
	"xterm-ghostty", "xterm-kitty" };

/* $TERM_PROGRAM. */
static const char *const programs[] = { "WezTerm", "ghostty", "iTerm.app",
	"rio", "vscode" };

/* Older ones of the first end with a fault when they see a link. */
static const struct known variables[] = { { "VTE_VERSION", 5001 },
	{ "KONSOLE_VERSION", 201200 }, { "WT_SESSION", 0 },
	{ "KITTY_WINDOW_ID", 0 } };

static bool
is_at_least(const char *value, double least)
{
	return value && *value && (least <= 0 || strtod(value, NULL) >= least);
}

/* tmux passes links on from 3.4 on; "3.4" and "3.10" are versions. */
static bool
tmux_is_new(const char *version)
{
	char *end;
	long major = version ? strtol(version, &end, 10) : 0;

	if (!major)
		return false;
	return major > 3 ||
	    (major == 3 && *end == '.' && strtol(end + 1, NULL, 10) >= 4);
}

bool
link_is_known(const char *type, link_env_fn *env)
{
	const char *program = env("TERM_PROGRAM");

	/* What is around tmux or screen says nothing of them. */
	if (env("TMUX"))
		return program && !strcmp(program, "tmux") &&
		    tmux_is_new(env("TERM_PROGRAM_VERSION"));
	if (env("STY") || !type)
		return false;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (!strncmp(type, types[i], strlen(types[i])))
			return true;
	if (strncmp(type, "xterm", 5))
		return false;
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (program && !strcmp(program, programs[i]))
			return true;
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
		if (is_at_least(env(variables[i].name), variables[i].least))
			return true;
	return false;
}
