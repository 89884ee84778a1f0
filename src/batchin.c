/* batchin.c: the lines of the input of in=batch. */
#include "batchin.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "xalloc.h"

/* More is not read to count lines. A gzip file holds more than its size. */
enum { PIECE = 65536, COUNTED_MOST = 256 * 1024 * 1024 };

struct batchin {
	struct loop *loop;
	const char *path;
	int fd;
	bool ended;
	int error; /* errno of a read that failed, or 0 */
	struct lines *lines;
	uint64_t number;
	char piece[PIECE];
};

static bool
is_standard(const char *path)
{
	return !strcmp(path, "-");
}

static int
open_input(const char *path, struct text *error)
{
	struct stat found;
	int fd;

	if (is_standard(path))
		return STDIN_FILENO;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		text_printf(error, "cannot open %s: %s", path, strerror(errno));
	} else if (!fstat(fd, &found) && S_ISDIR(found.st_mode)) {
		text_printf(error, "%s is a directory; in=batch: reads a file "
		    "of JSON lines", path);
		close(fd);
		fd = -1;
	}
	return fd;
}

struct batchin *
batchin_open(struct loop *loop, const char *path, struct text *error)
{
	int fd = open_input(path, error);
	struct batchin *in;

	if (fd < 0)
		return NULL;
	in = xcalloc(1, sizeof(*in));
	in->loop = loop;
	in->path = path;
	in->fd = fd;
	in->lines = lines_new();
	return in;
}

void
batchin_close(struct batchin *in)
{
	if (!in)
		return;
	loop_unwatch(in->loop, in->fd);
	if (in->fd != STDIN_FILENO)
		close(in->fd);
	lines_free(in->lines);
	free(in);
}

/* Waits for no more until all of it is taken. */
static void
on_ready(void *data, int fd, unsigned ready)
{
	struct batchin *in = data;
	ssize_t got = read(fd, in->piece, PIECE);

	(void)ready;
	if (got < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	loop_unwatch(in->loop, fd);
	if (got > 0) {
		lines_feed(in->lines, in->piece, (size_t)got);
		return;
	}
	in->error = got < 0 ? errno : 0;
	in->ended = true;
	lines_end(in->lines);
}

static bool
is_blank(struct span line)
{
	return !span_trim(line).len;
}

enum batchin_result
batchin_next(struct batchin *in, struct span *line, uint64_t *number)
{
	enum lines_result result;

	while ((result = lines_next(in->lines, line)) != LINES_NONE) {
		*number = ++in->number;
		if (result == LINES_LONG)
			return BATCHIN_LONG;
		if (!is_blank(*line))
			return BATCHIN_LINE;
	}
	if (in->ended)
		return BATCHIN_END;
	loop_watch(in->loop, in->fd, LOOP_READ, on_ready, in);
	return BATCHIN_WAIT;
}

void
batchin_fault(const struct batchin *in, struct text *sentence)
{
	const char *name = is_standard(in->path) ? "standard input" : in->path;

	if (in->error)
		text_printf(sentence, "cannot read %s: %s", name,
		    strerror(in->error));
	else if (lines_fault(in->lines))
		text_printf(sentence, "%s: %s; what stands before is done",
		    name, lines_fault(in->lines));
}

/* ---- How many there are. */

static int64_t
count_lines(int fd)
{
	struct lines *lines = lines_new();
	char *piece = xmalloc(PIECE);
	enum lines_result result;
	struct span line;
	int64_t count = 0;
	size_t bytes = 0;
	ssize_t got;

	do {
		got = read(fd, piece, PIECE);
		if (got > 0)
			lines_feed(lines, piece, (size_t)got);
		else
			lines_end(lines);
		while ((result = lines_next(lines, &line)) != LINES_NONE) {
			count += result == LINES_LONG || !is_blank(line);
			bytes += line.len + 1;
		}
	} while (got > 0 && bytes < COUNTED_MOST);
	free(piece);
	lines_free(lines);
	return got ? -1 : count;
}

int64_t
batchin_count(const char *path)
{
	struct stat found;
	int64_t count = -1;
	int fd;

	if (is_standard(path) || stat(path, &found) ||
	    !S_ISREG(found.st_mode) || found.st_size > COUNTED_MOST)
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	count = count_lines(fd);
	close(fd);
	return count;
}
