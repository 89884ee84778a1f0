/* typed.c: the lines that were typed, kept on disk. */
#include "typed.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "escape.h"
#include "file.h"
#include "storefile.h"
#include "xalloc.h"

enum { LINES_MOST = 4000, LINES_KEPT = 2000, FILE_MB = 64 };

void
typed_path(struct text *out)
{
	storefile_state(out);
	if (out->len)
		text_add(out, "/history");
}

/* ---- Reading. */

static size_t
count_lines(const struct text *lines)
{
	size_t count = 0;

	for (size_t i = 0; i < lines->len; i++)
		count += lines->bytes[i] == '\n';
	return count;
}

static void
drop_lines(struct text *lines, size_t count)
{
	const char *at = text_string(lines);

	while (count--)
		at = strchr(at, '\n') + 1;
	text_drop(lines, (size_t)(at - lines->bytes));
}

/* Another program may add a line meanwhile, which is lost then: rarely, and no
 * more than that. */
static void
shorten(const char *path, struct text *lines)
{
	size_t count = count_lines(lines);
	struct text error = { 0 };

	if (count <= LINES_MOST || strlen(lines->bytes) != lines->len)
		return;
	drop_lines(lines, count - LINES_KEPT);
	file_replace(path, lines, &error);
	text_release(&error);
}

static void
give(const char *escaped, size_t len,
    void (*fn)(void *data, const char *line), void *data)
{
	char *copy = xmemdup(escaped, len);
	struct text line = { 0 }, error = { 0 };

	if (escape_read(&line, copy, &error) && line.len)
		fn(data, text_string(&line));
	free(copy);
	text_release(&line);
	text_release(&error);
}

void
typed_read(const char *path, void (*fn)(void *data, const char *line),
    void *data)
{
	struct text lines = { 0 }, error = { 0 };
	const char *at, *end;

	if (file_read(path, FILE_MB, &lines, &error)) {
		shorten(path, &lines);
		at = text_string(&lines);
		/* Half a line is left by who died while writing it. */
		while ((end = strchr(at, '\n'))) {
			give(at, (size_t)(end - at), fn, data);
			at = end + 1;
		}
	}
	text_release(&lines);
	text_release(&error);
}

/* ---- Adding. */

/* Headers and proxies may hold keys and passwords. */
static bool
may_be_secret(const char *line)
{
	return line[0] == '/' && line[1] != '/' &&
	    (strstr(line, "header") || strstr(line, "proxy"));
}

bool
typed_add(const char *path, const char *line)
{
	struct text escaped = { 0 };
	bool ok;
	int fd;

	if (may_be_secret(line))
		return true;
	file_make_folders(path);
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	escape_plain(&escaped, line, strlen(line));
	text_add(&escaped, "\n");
	ok = write(fd, escaped.bytes, escaped.len) == (ssize_t)escaped.len;
	text_release(&escaped);
	return !close(fd) && ok;
}
