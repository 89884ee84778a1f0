/* command_files.c: completes names of files in the arguments of commands. */
#include "commands.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

static bool
is_folder(const char *path)
{
	struct stat info;

	return !stat(path, &info) && S_ISDIR(info.st_mode);
}

/* Appends what stands in the folder and begins so, with the folder before it as
 * it was typed, and a slash behind folders. Hidden files are for those who type
 * the dot. */
static void
add_entries(DIR *dir, const struct text *folder, const char *beginning,
    struct text *out)
{
	struct text path = { 0 };
	struct dirent *entry;

	while ((entry = readdir(dir))) {
		const char *name = entry->d_name;

		if (strncmp(name, beginning, strlen(beginning)) ||
		    (*name == '.' && *beginning != '.') ||
		    strpbrk(name, " \t\n"))
			continue;
		text_clear(&path);
		text_append(&path, folder->bytes, folder->len);
		text_add(&path, name);
		if (is_folder(text_string(&path)))
			text_add(&path, "/");
		text_append(out, text_string(&path), path.len + 1);
	}
	text_release(&path);
}

void
command_add_files(const char *typed, struct text *out)
{
	size_t len = strcspn(typed, " \t\n");
	struct text word = { 0 }, folder = { 0 };
	const char *slash;
	DIR *dir;

	text_append(&word, typed, len);
	slash = strrchr(text_string(&word), '/');
	if (slash)
		text_append(&folder, word.bytes,
		    (size_t)(slash - word.bytes) + 1);
	dir = opendir(folder.len ? text_string(&folder) : ".");
	if (dir) {
		add_entries(dir, &folder, text_string(&word) + folder.len,
		    out);
		closedir(dir);
	}
	text_release(&word);
	text_release(&folder);
}
