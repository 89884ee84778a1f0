/* trace_file.c: a file of trace records, or the segments of one.
 *
 * A batch of lines is one write() at the end of the file, so a program that is
 * killed leaves whole lines; a write that fails in the middle is taken back. */
#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

#include "../src/xalloc.h"

enum { SEGMENTS_MAX = 1000000, GZIP_WINDOW = 15 + 16 };

struct trace_file {
	struct trace_file_options options;
	int fd;
	struct text path; /* of the file that is open */
	int segment;      /* the number to try next */
	int64_t segment_bytes, segment_lines;
	bool empty; /* nothing was written to this segment */
	bool torn;  /* half of a batch was, and stayed there */

	struct text buffer;
	int64_t buffered; /* lines */
	struct text packed;

	uint64_t lost;
	struct text error;
};

/* ---- Writing. */

bool
trace_write(int fd, const char *bytes, size_t len, size_t most,
    trace_give_up_fn *give_up, void *data, size_t *written)
{
	for (*written = 0; *written < len;) {
		struct pollfd wait = { .fd = fd, .events = POLLOUT };
		size_t left = len - *written;
		ssize_t n;

		if (!poll(&wait, 1, TRACE_FILE_POLL_MS)) {
			errno = ETIMEDOUT;
			if (give_up(data))
				return false;
			continue;
		}
		n = write(fd, bytes + *written, left < most ? left : most);
		if (n > 0)
			*written += (size_t)n;
		else if (n == 0 || (errno != EINTR && errno != EAGAIN))
			return false;
	}
	return true;
}

/* Takes back what stands at the end of a file because a write failed half-way.
 * False if that cannot be: it is no file, or somebody has written behind it. */
static bool
take_back(int fd, size_t written)
{
	off_t end = lseek(fd, 0, SEEK_CUR);
	struct stat status;

	return end >= (off_t)written && !fstat(fd, &status) &&
	    S_ISREG(status.st_mode) && status.st_size == end &&
	    !ftruncate(fd, end - (off_t)written);
}

const char *
trace_file_what(const struct trace_file_options *options)
{
	return options->what ? options->what : "trace record";
}

static void
complain(struct text *out, const struct trace_file_options *options,
    const char *path)
{
	text_printf(out, "cannot write %ss to %s: %s",
	    trace_file_what(options), path,
	    errno == ENXIO ? "nobody reads it"
	    : errno == ETIMEDOUT ? "nobody reads it any more"
				 : strerror(errno));
}

/* ---- Opening. */

/* A line that a killed program has left half-written is ended first. */
static void
end_old_line(struct trace_file *file)
{
	int fd = open(text_string(&file->path), O_RDONLY | O_CLOEXEC |
		O_NONBLOCK);
	struct stat status;
	char last;

	if (fd < 0)
		return;
	if (!fstat(fd, &status) && S_ISREG(status.st_mode) &&
	    status.st_size > 0 &&
	    pread(fd, &last, 1, status.st_size - 1) == 1 && last != '\n')
		text_add(&file->buffer, "\n");
	close(fd);
}

static void
name_segment(struct trace_file *file)
{
	text_clear(&file->path);
	text_add(&file->path, file->options.path);
	if (file->options.format == TRACE_JSONL_GZ)
		text_printf(&file->path, ".%06d.jsonl.gz", file->segment++);
}

/* Not to wait, here or later: the file may be a pipe that nobody reads. */
static bool
open_next(struct trace_file *file)
{
	bool exclusive = file->options.format == TRACE_JSONL_GZ;
	int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY |
	    O_NONBLOCK | (exclusive ? O_EXCL : 0);

	do {
		name_segment(file);
		file->fd = open(text_string(&file->path), flags, 0600);
	} while (file->fd < 0 && exclusive && errno == EEXIST &&
	    file->segment < SEGMENTS_MAX);
	file->segment_bytes = file->segment_lines = 0;
	file->empty = true;
	return file->fd >= 0;
}

static void
close_segment(struct trace_file *file)
{
	if (file->fd < 0)
		return;
	close(file->fd);
	file->fd = -1;
	if (file->empty && !file->torn && file->options.format == TRACE_JSONL_GZ)
		unlink(text_string(&file->path));
}

struct trace_file *
trace_file_open(const struct trace_file_options *options, struct text *error)
{
	struct trace_file *file = xcalloc(1, sizeof(*file));

	file->options = *options;
	if (!open_next(file)) {
		complain(error, &file->options, text_string(&file->path));
		trace_file_close(file);
		return NULL;
	}
	if (options->format == TRACE_JSONL)
		end_old_line(file);
	return file;
}

/* ---- Batches. */

/* One gzip member of its own, readable while more are to come. */
static void
pack(struct trace_file *file)
{
	z_stream stream = { .next_in = (Bytef *)file->buffer.bytes,
		.avail_in = (uInt)file->buffer.len };
	char *bytes;

	if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
		GZIP_WINDOW, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	stream.avail_out = (uInt)deflateBound(&stream, stream.avail_in);
	bytes = xmalloc(stream.avail_out);
	stream.next_out = (Bytef *)bytes;
	if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
		abort();
	text_clear(&file->packed);
	text_append(&file->packed, bytes, stream.total_out);
	deflateEnd(&stream);
	free(bytes);
}

static bool
write_batch(struct trace_file *file)
{
	const struct trace_file_options *options = &file->options;
	const struct text *batch = &file->buffer;
	size_t written;

	if (file->fd < 0 && !open_next(file))
		return false;
	if (options->format == TRACE_JSONL_GZ) {
		pack(file);
		batch = &file->packed;
	}
	if (trace_write(file->fd, batch->bytes, batch->len, batch->len,
		options->give_up, options->give_up_data, &written)) {
		file->empty = false;
		return true;
	}
	int error = errno;

	file->torn = written && !take_back(file->fd, written);
	errno = error;
	return false;
}

/* What comes next must not stand behind half a line, or half a member. */
static void
mend(struct trace_file *file)
{
	if (file->torn && file->options.format == TRACE_JSONL)
		text_add(&file->buffer, "\n");
	else if (file->torn)
		close_segment(file);
	file->torn = false;
}

void
trace_file_flush(struct trace_file *file)
{
	if (!file->buffered)
		return;
	if (!write_batch(file)) {
		file->lost += (uint64_t)file->buffered;
		if (!file->error.len)
			complain(&file->error, &file->options,
			    text_string(&file->path));
	}
	text_clear(&file->buffer);
	file->buffered = 0;
	mend(file);
}

static bool
segment_is_full(const struct trace_file *file)
{
	const struct trace_file_options *options = &file->options;

	return options->format == TRACE_JSONL_GZ && file->segment_lines &&
	    ((options->roll_bytes &&
		 file->segment_bytes >= options->roll_bytes) ||
		(options->roll_lines &&
		    file->segment_lines >= options->roll_lines));
}

void
trace_file_add(struct trace_file *file, const char *bytes, size_t len)
{
	if (segment_is_full(file)) {
		trace_file_flush(file);
		close_segment(file);
		file->segment_bytes = file->segment_lines = 0;
	}
	text_append(&file->buffer, bytes, len);
	text_add(&file->buffer, "\n");
	file->buffered++;
	file->segment_lines++;
	file->segment_bytes += (int64_t)len + 1;
	if ((int64_t)file->buffer.len >= file->options.buffer_bytes)
		trace_file_flush(file);
}

bool
trace_file_waits(const struct trace_file *file)
{
	return file->buffered > 0;
}

uint64_t
trace_file_lost(const struct trace_file *file)
{
	return file->lost;
}

const char *
trace_file_error(const struct trace_file *file)
{
	return file->error.len ? file->error.bytes : NULL;
}

void
trace_file_close(struct trace_file *file)
{
	if (!file)
		return;
	close_segment(file);
	text_release(&file->path);
	text_release(&file->buffer);
	text_release(&file->packed);
	text_release(&file->error);
	free(file);
}
