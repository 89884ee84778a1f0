/* demolist.c: the demos that are there. */
#include "demolist.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "xalloc.h"

#define ENDING ".demo"
#define DATA_DIRS "/usr/local/share:/usr/share"

enum { NAME_COLUMNS = 12 };

void
demolist_release(struct demolist *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].path);
		free(list->items[i].name);
		free(list->items[i].title);
	}
	free(list->items);
	*list = (struct demolist){ 0 };
}

/* The user's stand behind those of the tour, and come first here. */
const struct demolist_item *
demolist_find(const struct demolist *list, const char *name)
{
	for (size_t i = list->count; i > 0; i--)
		if (!strcmp(list->items[i - 1].name, name))
			return &list->items[i - 1];
	return NULL;
}

static bool
is_known(const struct demolist *list, const char *name, bool tour)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].tour == tour &&
		    !strcmp(list->items[i].name, name))
			return true;
	return false;
}

/* ---- Files. */

/* Returns the name, without digits and a dash before it; NULL if the file is no
 * demo. The caller frees it. */
static char *
name_of(const char *file)
{
	size_t len = strlen(file), digits = strspn(file, "0123456789");

	if (len <= strlen(ENDING) || *file == '.' ||
	    strcmp(file + len - strlen(ENDING), ENDING) != 0)
		return NULL;
	len -= strlen(ENDING);
	if (digits && file[digits] == '-' && digits + 1 < len) {
		file += digits + 1;
		len -= digits + 1;
	}
	return xmemdup(file, len);
}

static void
add_file(struct demolist *list, const char *folder, const char *file,
    bool tour)
{
	char *name = name_of(file);
	struct text path = { 0 };
	struct script script;

	if (!name || is_known(list, name, tour)) {
		free(name);
		return;
	}
	text_printf(&path, "%s/%s", folder, file);
	script_init(&script, text_string(&path));
	script_read_title(&script);
	list->items = xgrow(list->items, list->count, &list->capacity,
	    sizeof(*list->items));
	list->items[list->count++] = (struct demolist_item){ text_take(&path),
		name, text_take(&script.title), tour };
	script_release(&script);
}

static void
read_folder(struct demolist *list, const char *folder, bool tour)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		add_file(list, folder, entries[i]->d_name, tour);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

/* ---- Folders. */

static void
read_home(struct demolist *list)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	struct text folder = { 0 };

	if (data && *data == '/')
		text_printf(&folder, "%s/echochat/demo", data);
	else if (home && *home == '/')
		text_printf(&folder, "%s/.local/share/echochat/demo", home);
	if (folder.len)
		read_folder(list, text_string(&folder), false);
	text_release(&folder);
}

void
demolist_folder(struct text *out)
{
	const char *data = getenv("ECHOCHAT_DATA");

	text_printf(out, "%s/demo", data && *data ? data : PKGDATADIR);
}

static void
read_machine(struct demolist *list, const char *own)
{
	const char *dirs = getenv("XDG_DATA_DIRS");
	char *all = xstrdup(dirs && *dirs ? dirs : DATA_DIRS), *rest = NULL;
	struct text folder = { 0 };

	for (char *dir = strtok_r(all, ":", &rest); dir;
	     dir = strtok_r(NULL, ":", &rest)) {
		text_clear(&folder);
		text_printf(&folder, "%s/echochat/demo", dir);
		if (*dir == '/' && strcmp(text_string(&folder), own) != 0)
			read_folder(list, text_string(&folder), false);
	}
	text_release(&folder);
	free(all);
}

/* The tour first, whatever the order of the folders. */
static int
compare(const void *a, const void *b)
{
	const struct demolist_item *one = a, *two = b;

	if (one->tour != two->tour)
		return one->tour ? -1 : 1;
	return one->tour ? strcmp(one->path, two->path)
			 : strcmp(one->name, two->name);
}

void
demolist_read(struct demolist *list)
{
	struct text own = { 0 };

	demolist_folder(&own);
	read_home(list);
	read_machine(list, text_string(&own));
	read_folder(list, text_string(&own), true);
	if (list->count)
		qsort(list->items, list->count, sizeof(*list->items), compare);
	text_release(&own);
}

void
demolist_print(struct text *out, const struct demolist *list)
{
	for (size_t i = 0; i < list->count; i++)
		text_printf(out, "%-*s  %s\n", NAME_COLUMNS,
		    list->items[i].name, list->items[i].title);
}
