/* config_save.c: changes in a configuration file, line by line. */
#include "config_save.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "xalloc.h"

#define BLANKS " \t"
#define ENGINE "engine "

/* A stretch of the file. */
struct piece {
	const char *at;
	size_t len;
};

enum line_kind { LINE_EMPTY, LINE_COMMENT, LINE_SECTION, LINE_KEY };

struct line {
	enum line_kind kind;
	struct piece whole;   /* with its end */
	struct piece name;    /* of the section or the key */
	struct piece head;    /* up to its value, blanks included */
	struct piece comment; /* behind its value, with the blanks before it */
};

struct editing {
	const struct config_change *change;
	struct text *out;
	struct piece section; /* in which we are */
	bool here;            /* it is the one of the change */
	bool done;
	size_t place; /* in out, where a new line belongs; 0: not yet known */
	bool found_place;
	size_t section_at; /* in out: the comments before the first section */
	bool other_section;
};

void
config_key(const struct option *option, struct text *out)
{
	for (const char *c = option->name; *c; c++)
		text_append(out, *c == '-' ? "_" : c, 1);
}

/* ---- Lines. */

static bool
is_piece(const struct piece *piece, const char *string)
{
	return piece->len == strlen(string) &&
	    !memcmp(piece->at, string, piece->len);
}

static struct piece
trimmed(const char *at, const char *end)
{
	while (at < end && strchr(BLANKS "\r", *at))
		at++;
	while (end > at && strchr(BLANKS "\r", end[-1]))
		end--;
	return (struct piece){ at, (size_t)(end - at) };
}

/* Where the value ends that begins at value. */
static const char *
value_end(const char *value, const char *end)
{
	const char *at = value;

	if (at < end && *at == '"') {
		for (at++; at < end && *at != '"'; at++)
			at += *at == '\\' && at + 1 < end;
		return at < end ? at + 1 : end;
	}
	while (at < end && !(*at == ';' && at > value &&
	    strchr(BLANKS, at[-1])))
		at++;
	return trimmed(value, at).at + trimmed(value, at).len;
}

static void
read_key(struct line *line, const char *end)
{
	const char *sign = line->name.at, *value;

	while (sign < end && *sign != '=' && *sign != ':')
		sign++;
	line->name = trimmed(line->name.at, sign);
	value = sign < end ? sign + 1 : end;
	while (value < end && strchr(BLANKS, *value))
		value++;
	line->head = (struct piece){ line->whole.at,
		(size_t)(value - line->whole.at) };
	value = value_end(value, end);
	line->comment = (struct piece){ value, (size_t)(end - value) };
}

/* Reads the line at bytes, which is not empty. */
static struct line
read_line(const char *bytes, size_t len)
{
	const char *newline = memchr(bytes, '\n', len);
	const char *end = newline ? newline : bytes + len;
	struct line line = { .whole = { bytes,
		(size_t)(end - bytes) + (newline != NULL) } };
	const char *bracket;

	line.name = trimmed(bytes, end);
	end = line.name.at + line.name.len;
	if (!line.name.len) {
		line.kind = LINE_EMPTY;
	} else if (strchr(";#", *line.name.at)) {
		line.kind = LINE_COMMENT;
	} else if (*line.name.at == '[') {
		line.kind = LINE_SECTION;
		bracket = memchr(line.name.at, ']', line.name.len);
		line.name = trimmed(line.name.at + 1,
		    bracket ? bracket : end);
	} else {
		line.kind = LINE_KEY;
		read_key(&line, end);
	}
	return line;
}

/* ---- What belongs where. */

static bool
is_engine_section(const struct piece *section, const char *name)
{
	struct piece rest;
	size_t len = strlen(ENGINE);

	if (section->len < len || memcmp(section->at, ENGINE, len))
		return false;
	rest = trimmed(section->at + len, section->at + section->len);
	return is_piece(&rest, name);
}

static bool
is_section(const struct editing *editing)
{
	const char *engine = editing->change->engine;

	if (engine)
		return is_engine_section(&editing->section, engine);
	return !editing->section.len || is_piece(&editing->section, "echochat");
}

/* An option may have other keys: model in a section, name in [theme]. */
static bool
is_key(const struct editing *editing, const struct line *line)
{
	const struct option *option = editing->change->option;
	char *name = xmemdup(line->name.at, line->name.len);
	bool found = editing->here && option_by_key(name) == option;

	if (editing->here && editing->change->engine)
		found = found || (!strcmp(name, "model") &&
		    !strcmp(option->name, "model-name"));
	if (is_piece(&editing->section, "theme"))
		found = !strcmp(name, "name") && !strcmp(option->name, "theme");
	free(name);
	return found;
}

/* ---- The change. */

static void
add_piece(struct text *out, const struct piece *piece)
{
	text_append(out, piece->at, piece->len);
}

/* Writes the values behind head, the comment behind the first of them. */
static void
add_values(struct text *out, const struct text *lines,
    const struct piece *head, const struct piece *comment)
{
	const char *at = text_string(lines), *end = at + lines->len;

	while (at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));

		add_piece(out, head);
		text_append(out, at, (size_t)(newline - at));
		if (at == lines->bytes)
			add_piece(out, comment);
		text_add(out, "\n");
		at = newline + 1;
	}
}

static void
end_line(struct text *out)
{
	if (out->len && out->bytes[out->len - 1] != '\n')
		text_add(out, "\n");
}

static void
insert(struct editing *editing)
{
	const struct config_change *change = editing->change;
	struct piece none = { "", 0 }, head;
	struct text key = { 0 }, rest = { 0 };
	size_t place = editing->found_place ? editing->place
	    : editing->other_section	    ? editing->section_at
					    : editing->out->len;

	if (!change->lines.len)
		return;
	config_key(change->option, &key);
	text_add(&key, " = ");
	head = (struct piece){ key.bytes, key.len };
	text_append(&rest, text_string(editing->out) + place,
	    editing->out->len - place);
	editing->out->len = place;
	end_line(editing->out);
	if (!editing->found_place && change->engine)
		text_printf(editing->out, "\n[engine %s]\n", change->engine);
	add_values(editing->out, &change->lines, &head, &none);
	if (!editing->found_place && rest.len)
		text_add(editing->out, "\n");
	text_append(editing->out, text_string(&rest), rest.len);
	text_release(&key);
	text_release(&rest);
}

static void
edit_key(struct editing *editing, const struct line *line)
{
	if (is_key(editing, line)) {
		if (!editing->done)
			add_values(editing->out, &editing->change->lines,
			    &line->head, &line->comment);
		editing->done = true;
	} else {
		add_piece(editing->out, &line->whole);
	}
	if (!editing->here)
		return;
	editing->place = editing->out->len;
	editing->found_place = true;
}

static void
edit_section(struct editing *editing, const struct line *line, size_t block)
{
	editing->section = line->name;
	editing->here = is_section(editing);
	if (!editing->other_section && !editing->here) {
		editing->section_at = block;
		editing->other_section = !editing->change->engine;
	}
	add_piece(editing->out, &line->whole);
	if (editing->here && !editing->found_place) {
		end_line(editing->out);
		editing->place = editing->out->len;
		editing->found_place = true;
	}
}

void
config_edit(struct text *out, const char *bytes, size_t len,
    const struct config_change *change)
{
	struct editing editing = { .change = change, .out = out };
	size_t block = 0; /* where the comments before a section begin */
	struct line line;

	editing.here = is_section(&editing);
	for (; len; bytes += line.whole.len, len -= line.whole.len) {
		line = read_line(bytes, len);
		if (line.kind == LINE_KEY)
			edit_key(&editing, &line);
		else if (line.kind == LINE_SECTION)
			edit_section(&editing, &line, block);
		else
			add_piece(out, &line.whole);
		if (line.kind != LINE_COMMENT)
			block = out->len;
	}
	if (!editing.done)
		insert(&editing);
}

/* ---- The file. */

/* What cannot be read would keep the program from starting. */
static bool
can_be_read(const char *path, const struct text *text, struct text *error)
{
	struct options options = { 0 };
	struct text warning = { 0 };
	bool ok;

	options_init(&options);
	ok = config_read(&options, path, text_string(text), text->len, error,
	    &warning);
	options_release(&options);
	text_release(&warning);
	return ok;
}

bool
config_save(const char *path, const struct config_change *changes,
    size_t count, struct text *error)
{
	struct text text = { 0 };
	bool ok = file_read(path, CONFIG_MB, &text, error);

	if (!ok && (errno == ENOENT || errno == ENOTDIR)) {
		text_release(error);
		ok = true;
	}
	for (size_t i = 0; ok && i < count; i++) {
		struct text next = { 0 };

		config_edit(&next, text_string(&text), text.len, &changes[i]);
		text_release(&text);
		text = next;
	}
	ok = ok && can_be_read(path, &text, error) &&
	    file_replace(path, &text, error);
	text_release(&text);
	return ok;
}
