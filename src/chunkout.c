/* chunkout.c: bytes on their way to a socket in chunks. */
#include "chunkout.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/uio.h>

static void
begin_chunk(struct chunkout *out)
{
	out->len = out->waiting.len;
	out->sent = 0;
	out->head_len = 0;
	if (!out->bare)
		out->head_len = (unsigned char)snprintf(out->head,
		    sizeof(out->head), "%zx\r\n", out->len);
}

static size_t
chunk_size(const struct chunkout *out)
{
	return out->head_len + out->len + (out->bare ? 0 : 2);
}

/* How many of the waiting bytes are out. */
static size_t
chunk_taken(const struct chunkout *out)
{
	size_t sent = out->sent > out->head_len ? out->sent - out->head_len : 0;

	return sent < out->len ? sent : out->len;
}

/* Adds a part to the list but for the bytes of it that are out already. */
static void
add_part(struct msghdr *message, char *bytes, size_t len, size_t *out)
{
	size_t skip = len < *out ? len : *out;

	*out -= skip;
	if (skip < len)
		message->msg_iov[message->msg_iovlen++] =
		    (struct iovec){ bytes + skip, len - skip };
}

static ssize_t
send_chunk(struct chunkout *out, int fd)
{
	static char tail[] = "\r\n";
	struct iovec parts[3];
	struct msghdr message = { .msg_iov = parts };
	size_t skip = out->sent;

	add_part(&message, out->head, out->head_len, &skip);
	add_part(&message, out->waiting.bytes, out->len, &skip);
	if (!out->bare)
		add_part(&message, tail, 2, &skip);
	return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void
end_chunk(struct chunkout *out)
{
	text_drop(&out->waiting, out->len);
	out->len = out->sent = 0;
	/* Not kept for the next time: there may be ten thousand. */
	if (!out->waiting.len)
		text_release(&out->waiting);
}

enum chunkout_end
chunkout_send(struct chunkout *out, int fd)
{
	while (out->waiting.len) {
		size_t before;
		ssize_t sent;

		if (!out->len)
			begin_chunk(out);
		sent = send_chunk(out, fd);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return errno == EAGAIN ? CHUNKOUT_FULL : CHUNKOUT_GONE;
		before = chunk_taken(out);
		out->sent += (size_t)sent;
		out->taken += chunk_taken(out) - before;
		if (out->sent == chunk_size(out))
			end_chunk(out);
	}
	return CHUNKOUT_EMPTY;
}

size_t
chunkout_waiting(const struct chunkout *out)
{
	return out->waiting.len - chunk_taken(out);
}

void
chunkout_release(struct chunkout *out)
{
	text_release(&out->waiting);
}
