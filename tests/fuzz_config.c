/* fuzz_config.c: any bytes as a configuration file. What is read must be read
 * again from what is printed, and printed the same; a change of any file must
 * leave it readable if it was. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/config_print.h"
#include "../src/config_save.h"
#include "../src/option_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads bytes and prints what holds, without where it comes from: the lines
 * differ. False if they are no configuration. */
static bool
read_and_print(const char *bytes, size_t len, struct text *out)
{
	struct options options = { 0 };
	struct text error = { 0 }, warning = { 0 }, all = { 0 };
	bool ok;

	options_init(&options);
	ok = config_read(&options, "f", bytes, len, &error, &warning);
	if (ok == (error.len > 0))
		abort();
	if (ok)
		config_print(&options, &all);
	for (const char *line = text_string(&all); *line;) {
		const char *end = strchr(line, '\n'), *origin = end;

		while (origin > line && strncmp(origin, " ; ", 3))
			origin--;
		if (origin == line)
			origin = end;
		if (*line != '#') {
			text_append(out, line, (size_t)(origin - line));
			text_add(out, "\n");
		}
		line = end + 1;
	}
	options_release(&options);
	text_release(&error);
	text_release(&warning);
	text_release(&all);
	return ok;
}

static void
check_edit(const char *bytes, size_t len)
{
	struct config_change change = { .option = option_by_key("stop") };
	struct text edited = { 0 }, printed = { 0 };

	text_add(&change.lines, "\"one\"\n\"two\"\n");
	config_edit(&edited, bytes, len, &change);
	if (!read_and_print(text_string(&edited), edited.len, &printed) ||
	    !strstr(text_string(&printed), "stop = \"one\"") ||
	    !strstr(text_string(&printed), "stop = \"two\""))
		abort();
	text_release(&change.lines);
	text_release(&edited);
	text_release(&printed);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text first = { 0 }, second = { 0 };
	char *bytes = malloc(size + 1);

	memcpy(bytes, data, size);
	bytes[size] = '\0';
	if (read_and_print(bytes, size, &first)) {
		if (!read_and_print(text_string(&first), first.len, &second) ||
		    strcmp(text_string(&first), text_string(&second)))
			abort();
		check_edit(bytes, size);
	}
	text_release(&first);
	text_release(&second);
	free(bytes);
	return 0;
}
