/* storefile.c: the files of stored conversations. */
#include "storefile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "escape.h"
#include "file.h"
#include "storeread.h"
#include "xalloc.h"

#define ENDING ".jsonl"

/* ---- Names. */

/* A path that is not absolute counts for nothing there. */
void
storefile_state(struct text *out)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");

	if (state && *state == '/')
		text_add(out, state);
	else if (home && *home == '/')
		text_printf(out, "%s/.local/state", home);
	else
		return;
	text_add(out, "/echochat");
}

void
storefile_folder(struct text *out)
{
	size_t before = out->len;

	storefile_state(out);
	if (out->len > before)
		text_add(out, "/conversations");
}

void
storefile_path(struct text *out, const char *folder, int64_t wall_ms,
    const char *uuid)
{
	time_t seconds = (time_t)(wall_ms / 1000);
	char clock[32] = "";
	struct tm tm;

	if (gmtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%Y%m%dT%H%M%SZ", &tm);
	text_printf(out, "%s/%s-%.8s" ENDING, folder, clock, uuid);
}

bool
storefile_is_name(const char *name)
{
	size_t len = strlen(name);

	return len > strlen(ENDING) && name[0] != '.' &&
	    !strcmp(name + len - strlen(ENDING), ENDING);
}

char *
storefile_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t len = strlen(name);

	if (storefile_is_name(name))
		len -= strlen(ENDING);
	return xmemdup(name, len);
}

/* Finds what begins so; returns how many do, and the last of them in path. */
static size_t
find_beginning(struct text *path, const char *folder, const char *name)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	size_t count = 0;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, name, strlen(name)) ||
		    !storefile_is_name(entry->d_name))
			continue;
		count++;
		text_clear(path);
		text_printf(path, "%s/%s", folder, entry->d_name);
	}
	if (dir)
		closedir(dir);
	return count;
}

static bool
is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

static bool
find_in_folder(struct text *path, const char *folder, const char *name,
    size_t *count)
{
	text_printf(path, "%s/%s" ENDING, folder, name);
	if (is_there(text_string(path)))
		return true;
	*count = find_beginning(path, folder, name);
	return *count == 1;
}

bool
storefile_find(struct text *path, const char *folder, const char *name,
    struct text *error)
{
	size_t count = 0;

	if (*folder && !strchr(name, '/') &&
	    find_in_folder(path, folder, name, &count))
		return true;
	text_clear(path);
	if (is_there(name)) {
		text_add(path, name);
		return true;
	}
	if (count)
		text_printf(error, "%zu conversations begin with ", count);
	else
		text_add(error, "there is no conversation or file ");
	escape_quote(error, name, strlen(name));
	text_add(error, "; /sessions lists them");
	return false;
}

/* ---- Opening. */

/* flock(2) and not fcntl(2): the lock of that one is lost as soon as the
 * program closes the file anywhere. Where there are no locks, the file is
 * ours. */
static bool
lock(int fd)
{
	return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

int
storefile_create(const char *path)
{
	enum { FLAGS = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC };
	int fd = open(path, FLAGS, 0600);

	if (fd < 0 && errno == ENOENT) {
		file_make_folders(path);
		fd = open(path, FLAGS, 0600);
	}
	if (fd >= 0)
		lock(fd);
	return fd;
}

/* Whether somebody removed it before it was locked. */
static bool
is_removed(int fd)
{
	struct stat file;

	return fstat(fd, &file) == 0 && file.st_nlink == 0;
}

int
storefile_open(const char *path, enum storefile_hold *hold)
{
	int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK);

	*hold = STOREFILE_LOCKED;
	if (fd < 0 && (errno == EACCES || errno == EROFS || errno == EPERM))
		return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -1;
	*hold = lock(fd) ? STOREFILE_HELD : STOREFILE_TAKEN;
	if (!is_removed(fd))
		return fd;
	close(fd);
	errno = ENOENT;
	return -1;
}

bool
storefile_remove(const char *path, struct text *error)
{
	enum storefile_hold hold;
	int fd = storefile_open(path, &hold);
	bool ok = fd >= 0 && hold != STOREFILE_TAKEN && unlink(path) == 0;

	if (fd >= 0 && hold == STOREFILE_TAKEN)
		text_add(error, "it is open: this program or another has it");
	else if (!ok)
		text_printf(error, "cannot remove %s: %s", path,
		    strerror(errno));
	if (fd >= 0)
		close(fd);
	return ok;
}

/* ---- Reading. */

/* What was found broken. */
struct damage {
	size_t lines, first;
	bool cut; /* the last line is half a line */
};

static void
tell_damage(struct storefile_content *content, const char *path,
    const struct damage *damage, size_t lines)
{
	struct text said = { 0 };
	size_t broken = damage->lines - damage->cut;

	if (broken)
		text_printf(&said, "%s: %zu line%s cannot be read, the first "
		    "is line %zu; the rest is here", path, broken,
		    broken == 1 ? "" : "s", damage->first);
	if (!lines)
		text_printf(&said, "%s: it is empty", path);
	if (damage->cut)
		text_printf(&said, "%s%s: it is cut in line %zu; what stands "
		    "before is here", broken ? "; " : "", path, lines);
	if (said.len)
		content->said = text_take(&said);
}

/* Half a line may hold all but its end: then it is as good as whole. */
static bool
read_line(struct storereader *reader, struct damage *damage,
    const char *line, size_t len)
{
	bool whole = line[len - 1] == '\n';

	if (reader->lines == 0 && !storeread_is_head(line, len))
		return false;
	if (storeread_line(reader, line, len - whole))
		return true;
	damage->cut = !whole;
	if (!damage->lines++)
		damage->first = reader->lines;
	return true;
}

static bool
read_lines(FILE *file, const char *path, struct storereader *reader,
    struct storefile_content *content)
{
	struct damage damage = { 0 };
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	bool ok = true;

	while (ok && (len = getline(&line, &size, file)) > 0) {
		ok = read_line(reader, &damage, line, (size_t)len);
		content->half = line[len - 1] != '\n';
	}
	free(line);
	storeread_end(reader);
	if (ok)
		tell_damage(content, path, &damage, reader->lines);
	content->waiting = reader->waiting;
	content->empty = reader->lines <= (size_t)damage.cut;
	return ok && !ferror(file);
}

/* A descriptor of its own: the stream closes it. */
static FILE *
open_stream(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	FILE *file = copy >= 0 ? fdopen(copy, "r") : NULL;

	if (!file && copy >= 0)
		close(copy);
	return file;
}

/* A device or a pipe may never end. */
static bool
may_end(int fd)
{
	struct stat file;

	return fstat(fd, &file) || S_ISREG(file.st_mode) ||
	    S_ISDIR(file.st_mode);
}

static void
explain(FILE *file, const char *path, struct text *error)
{
	if (!file || ferror(file))
		text_printf(error, "cannot read %s: %s", path, strerror(errno));
	else
		text_printf(error, "%s is no conversation: it does not begin "
		    "with the line of one", path);
}

bool
storefile_read(int fd, const char *path, struct conversation *conversation,
    struct storefile_content *content, struct text *error)
{
	struct storereader reader = { .conversation = conversation };
	FILE *file = open_stream(fd);
	bool ok;

	*content = (struct storefile_content){ 0 };
	if (!may_end(fd)) {
		text_printf(error, "%s is no conversation: it is no file but a "
		    "device or a pipe", path);
		return false;
	}
	errno = 0;
	ok = file && read_lines(file, path, &reader, content);
	if (!ok) {
		explain(file, path, error);
		free(content->said);
		content->said = NULL;
		conversation_release(conversation);
	}
	if (file)
		fclose(file);
	storeread_release(&reader);
	return ok;
}
