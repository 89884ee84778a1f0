/* batchout.c: the output of in=batch.
 *
 * A file grows by whole lines, but a crash or a full disk may cut the last one.
 * Who goes on with it compares all lines first: a file that is no output of
 * this input is never changed. */
#include "batchout.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "xalloc.h"

#define OUTPUT_NAME "output.jsonl"

enum { PIECE = 65536 };

/* ---- Opening. */

static bool
is_standard(const char *path)
{
	return !strcmp(path, "-");
}

/* NULL for standard output, else for the caller to free. */
static char *
choose_path(const char *path, const char *input)
{
	struct text beside = { 0 };
	const char *slash = strrchr(input, '/');

	if (path)
		return is_standard(path) ? NULL : xstrdup(path);
	if (is_standard(input))
		return NULL;
	if (slash)
		text_append(&beside, input, (size_t)(slash + 1 - input));
	text_add(&beside, OUTPUT_NAME);
	return text_take(&beside);
}

static bool
is_same_file(const struct stat *found, const char *input)
{
	struct stat other;
	int result = is_standard(input) ? fstat(STDIN_FILENO, &other)
	                                : stat(input, &other);

	return !result && found->st_dev == other.st_dev &&
	    found->st_ino == other.st_ino;
}

/* False, and why, if what is there may not be written to. */
static bool
may_write(const struct batchout *out, const struct stat *found,
    const char *input, enum batchout_mode mode, struct text *error)
{
	if (is_same_file(found, input))
		text_printf(error, "%s is the input itself; name another file "
		    "with --output", out->path);
	else if (mode == BATCHOUT_NEW)
		text_printf(error, "%s is there already: --resume goes on "
		    "behind what it holds, --force writes over it, --output "
		    "names another file", out->path);
	return !error->len;
}

static bool
open_file(struct batchout *out, const char *input, enum batchout_mode mode,
    struct text *error)
{
	struct stat found;
	bool exists = !stat(out->path, &found);
	int flags = O_WRONLY | O_CLOEXEC | O_APPEND;

	/* A device or a pipe holds nothing that could be lost. */
	out->regular = !exists || S_ISREG(found.st_mode);
	if (exists && out->regular &&
	    !may_write(out, &found, input, mode, error))
		return false;
	if (mode == BATCHOUT_FORCE && out->regular)
		flags |= O_TRUNC;
	if (!exists)
		flags |= O_CREAT | O_EXCL;
	out->fd = open(out->path, flags, 0666);
	if (out->fd < 0)
		text_printf(error, "cannot open %s: %s", out->path,
		    strerror(errno));
	return out->fd >= 0;
}

static bool
open_old(struct batchout *out, struct text *error)
{
	if (!out->regular)
		text_printf(error, "--resume needs a file; %s is none",
		    out->path ? out->path : "standard output");
	else if (!(out->old = fopen(out->path, "re")))
		text_printf(error, "cannot read %s: %s", out->path,
		    strerror(errno));
	return !error->len;
}

bool
batchout_open(struct batchout *out, const char *path, const char *input,
    enum batchout_mode mode, struct text *error)
{
	*out = (struct batchout){ .path = choose_path(path, input) };
	out->fd = out->path ? -1 : STDOUT_FILENO;
	if (out->path && !open_file(out, input, mode, error))
		return false;
	return mode != BATCHOUT_RESUME || open_old(out, error);
}

void
batchout_start(struct batchout *out, struct loop *loop, loop_fn *fn, void *data)
{
	output_init(&out->output, loop, out->fd, fn, data);
}

void
batchout_close(struct batchout *out)
{
	if (out->output.loop)
		output_release(&out->output);
	if (out->path && out->fd >= 0)
		close(out->fd);
	if (out->old)
		fclose(out->old);
	free(out->line);
	free(out->path);
}

/* ---- What is there already. */

static enum batchout_old
end_old(struct batchout *out)
{
	fclose(out->old);
	out->old = NULL;
	return BATCHOUT_NONE;
}

static bool
begins_with(const char *bytes, size_t len, const struct text *head)
{
	return len >= head->len && !memcmp(bytes, head->bytes, head->len);
}

/* The last line, and it has no newline. */
static enum batchout_old
match_cut(struct batchout *out, size_t len, const struct text *head)
{
	size_t common = len < head->len ? len : head->len;

	if (memcmp(out->line, head->bytes, common) != 0 ||
	    ftruncate(out->fd, out->line_at))
		return BATCHOUT_OTHER;
	return end_old(out);
}

enum batchout_old
batchout_match(struct batchout *out, const struct text *head,
    struct span *line)
{
	ssize_t got;

	if (!out->old)
		return BATCHOUT_NONE;
	got = getline(&out->line, &out->line_size, out->old);
	if (got < 0)
		return ferror(out->old) ? BATCHOUT_OTHER : end_old(out);
	if (out->line[got - 1] != '\n')
		return match_cut(out, (size_t)got, head);
	out->line_at += got;
	*line = (struct span){ out->line, (size_t)got - 1 };
	return begins_with(line->bytes, line->len, head) ? BATCHOUT_SAME
	                                                 : BATCHOUT_OTHER;
}

bool
batchout_has_more(struct batchout *out)
{
	return out->old &&
	    getline(&out->line, &out->line_size, out->old) >= 0;
}

/* ---- Errors. */

/* Returns the place behind the last newline that stands before `end`. */
static off_t
end_of_lines(int fd, off_t end)
{
	char *piece = xmalloc(PIECE);

	while (end) {
		size_t len = end < PIECE ? (size_t)end : PIECE;

		if (pread(fd, piece, len, end - (off_t)len) != (ssize_t)len)
			break;
		while (len && piece[len - 1] != '\n') {
			len--;
			end--;
		}
		if (len)
			break;
	}
	free(piece);
	return end;
}

void
batchout_cut(struct batchout *out)
{
	int fd = out->regular ? open(out->path, O_RDWR | O_CLOEXEC) : -1;
	struct stat found;

	if (fd < 0)
		return;
	if (!fstat(fd, &found) &&
	    ftruncate(fd, end_of_lines(fd, found.st_size))) {
		/* --resume takes the rest away. */
	}
	close(fd);
}
