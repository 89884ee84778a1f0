/* file.c: whole files, read and replaced. */
#include "file.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include "xalloc.h"

enum { MB = 1024 * 1024 };

bool
file_read(const char *path, size_t most_mb, struct text *out,
    struct text *error)
{
	FILE *file = fopen(path, "re");
	char buffer[65536];
	int number = file ? 0 : errno;
	size_t got;
	bool ok;

	if (!file) {
		text_printf(error, "cannot open %s: %s", path,
		    strerror(number));
		errno = number;
		return false;
	}
	while (out->len <= most_mb * MB &&
	    (got = fread(buffer, 1, sizeof(buffer), file)))
		text_append(out, buffer, got);
	ok = !ferror(file) && out->len <= most_mb * MB;
	if (!ok && ferror(file))
		text_printf(error, "cannot read %s: %s", path,
		    strerror(errno));
	else if (!ok)
		text_printf(error, "cannot read %s: it is over %zu MB", path,
		    most_mb);
	fclose(file);
	errno = number;
	return ok;
}

void
file_make_folders(const char *path)
{
	char *part = xstrdup(path);

	for (char *slash = strchr(part + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(part, 0700);
		*slash = '/';
	}
	free(part);
}

static bool
write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t out = write(fd, bytes, len);

		if (out < 0 && errno != EINTR)
			return false;
		if (out > 0) {
			bytes += out;
			len -= (size_t)out;
		}
	}
	return true;
}

/* So that the new name outlives a loss of power. Not all folders can do it. */
static void
sync_folder(const char *path)
{
	char *copy = xstrdup(path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(copy);
}

/* Fills the temporary file and puts it in place of path. */
static bool
write_and_rename(int fd, const char *temporary, const char *path,
    const struct text *text)
{
	struct stat was;
	/* mkstemp() made it 0600. */
	bool ok = stat(path, &was) || !fchmod(fd, was.st_mode & 07777);

	ok = write_all(fd, text->bytes, text->len) && !fsync(fd) && ok;
	ok = !close(fd) && ok;
	if (ok && !rename(temporary, path)) {
		sync_folder(path);
		return true;
	}
	return false;
}

bool
file_replace(const char *path, const struct text *text, struct text *error)
{
	char *real = realpath(path, NULL);
	const char *target = real ? real : path;
	struct text temporary = { 0 };
	bool ok;
	int fd;

	file_make_folders(target);
	text_printf(&temporary, "%s.XXXXXX", target);
	fd = mkstemp(temporary.bytes);
	ok = fd >= 0 &&
	    write_and_rename(fd, temporary.bytes, target, text);
	if (!ok)
		text_printf(error, "cannot write %s: %s", target,
		    strerror(errno));
	if (!ok && fd >= 0)
		unlink(temporary.bytes);
	text_release(&temporary);
	free(real);
	return ok;
}
