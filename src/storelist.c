/* storelist.c: the stored conversations, without reading them.
 *
 * The title stands in the first line, and the last one tells how many messages
 * there are and when that was. Only a last line that is long makes more be read
 * than a few kilobytes. */
#include "storelist.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storefile.h"
#include "xalloc.h"

enum { HEAD_BYTES = 4096, TAIL_BYTES = 2048, TAIL_MOST = 8 * 1024 * 1024 };

struct listing {
	struct storelist *list;
	struct json_reader *json;
	struct text buffer;
};

/* Reads a stretch of the file into the buffer. */
static void
read_stretch(struct listing *listing, int fd, off_t from, size_t len)
{
	struct text *buffer = &listing->buffer;
	ssize_t got;

	if (buffer->size < len) {
		buffer->bytes = xrealloc(buffer->bytes, len);
		buffer->size = len;
	}
	got = pread(fd, buffer->bytes, len, from);
	buffer->len = got > 0 ? (size_t)got : 0;
}

static void
look_at_head(struct listing *listing, int fd, struct storefacts *facts)
{
	const char *end;

	read_stretch(listing, fd, 0, HEAD_BYTES);
	end = listing->buffer.len
	    ? memchr(listing->buffer.bytes, '\n', listing->buffer.len)
	    : NULL;
	if (end)
		storeread_look(facts, listing->json, listing->buffer.bytes,
		    (size_t)(end - listing->buffer.bytes));
}

/* Returns the place behind the last line end before this place, or 0. */
static size_t
behind_line_end(const struct text *buffer, size_t at)
{
	while (at && buffer->bytes[at - 1] != '\n')
		at--;
	return at;
}

/* Returns where the line before this end begins, or -1 if that is not in the
 * buffer. */
static ssize_t
line_start(const struct text *buffer, size_t end, bool from_start)
{
	size_t start = behind_line_end(buffer, end);

	return start || (from_start && end) ? (ssize_t)start : -1;
}

/* Looks at whole lines, the last one first, until all is known. What stands
 * behind the last line end is half a line. */
static void
look_back(struct listing *listing, bool from_start,
    struct storefacts *facts)
{
	const struct text *buffer = &listing->buffer;
	size_t behind = behind_line_end(buffer, buffer->len);
	size_t end = behind ? behind - 1 : 0;
	ssize_t start;

	while ((facts->count < 0 || !facts->engine.len) &&
	    (start = line_start(buffer, end, from_start)) >= 0) {
		storeread_look(facts, listing->json, buffer->bytes + start,
		    end - (size_t)start);
		if (!start)
			return;
		end = (size_t)start - 1;
	}
}

static void
look_at_tail(struct listing *listing, int fd, off_t size,
    struct storefacts *facts)
{
	for (off_t len = TAIL_BYTES; facts->count < 0; len *= 8) {
		if (len > size)
			len = size;
		read_stretch(listing, fd, size - len, (size_t)len);
		look_back(listing, len == size, facts);
		if (len == size || len >= TAIL_MOST)
			return;
	}
}

/* What cannot be found out is told by the file itself: its time. */
static bool
look_at_file(struct listing *listing, const char *path,
    struct storefacts *facts)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat file;
	bool ok = fd >= 0 && fstat(fd, &file) == 0 && S_ISREG(file.st_mode);

	if (ok) {
		look_at_tail(listing, fd, file.st_size, facts);
		look_at_head(listing, fd, facts);
		if (!facts->wall_ms)
			facts->wall_ms = (int64_t)file.st_mtime * 1000;
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

static void
add_file(struct listing *listing, const char *folder, const char *name)
{
	struct storelist *list = listing->list;
	struct storelist_item item = { .facts = { .count = -1 } };
	struct text path = { 0 };

	text_printf(&path, "%s/%s", folder, name);
	if (!look_at_file(listing, text_string(&path), &item.facts)) {
		text_release(&path);
		return;
	}
	item.path = text_take(&path);
	item.name = storefile_name(item.path);
	list->items = xgrow(list->items, list->count, &list->capacity,
	    sizeof(*list->items));
	list->items[list->count++] = item;
}

static int
compare(const void *a, const void *b)
{
	const struct storelist_item *one = a, *two = b;
	int64_t first = one->facts.wall_ms, second = two->facts.wall_ms;

	if (first != second)
		return (first < second) - (first > second);
	return strcmp(two->name, one->name);
}

void
storelist_read(struct storelist *list, const char *folder)
{
	struct listing listing = { .list = list, .json = json_reader_new() };
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (storefile_is_name(entry->d_name))
			add_file(&listing, folder, entry->d_name);
	if (dir)
		closedir(dir);
	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), compare);
	text_release(&listing.buffer);
	json_reader_free(listing.json);
}

static void
item_release(struct storelist_item *item)
{
	free(item->path);
	free(item->name);
	text_release(&item->facts.title);
	text_release(&item->facts.engine);
}

void
storelist_release(struct storelist *list)
{
	for (size_t i = 0; i < list->count; i++)
		item_release(&list->items[i]);
	free(list->items);
	*list = (struct storelist){ 0 };
}

void
storelist_drop(struct storelist *list, size_t at)
{
	item_release(&list->items[at]);
	list->count--;
	memmove(list->items + at, list->items + at + 1,
	    (list->count - at) * sizeof(*list->items));
}
