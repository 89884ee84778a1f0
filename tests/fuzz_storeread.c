/* fuzz_storeread.c: any lines as a stored conversation. What is read and
 * written again is read as the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/storeline.h"
#include "../src/storeread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
read_lines(struct conversation *conversation, const char *bytes, size_t len)
{
	struct storereader reader = { .conversation = conversation };

	while (len) {
		const char *end = memchr(bytes, '\n', len);
		size_t line = end ? (size_t)(end - bytes) : len;

		storeread_line(&reader, bytes, line);
		bytes += line + (end != NULL);
		len -= line + (end != NULL);
	}
	storeread_end(&reader);
	storeread_release(&reader);
}

static void
look(const char *bytes, size_t len)
{
	struct storefacts facts = { .count = -1 };
	struct json_reader *json = json_reader_new();

	storeread_look(&facts, json, bytes, len);
	json_reader_free(json);
	text_release(&facts.title);
	text_release(&facts.engine);
}

static void
write_lines(struct text *out, const struct conversation *conversation)
{
	storeline_conversation(out, "id", 1, conversation);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conversation first = { 0 }, second = { 0 };
	struct text once = { 0 }, twice = { 0 };

	look((const char *)data, size);
	read_lines(&first, (const char *)data, size);
	write_lines(&once, &first);
	read_lines(&second, text_string(&once), once.len);
	write_lines(&twice, &second);
	if (once.len != twice.len ||
	    memcmp(text_string(&once), text_string(&twice), once.len) != 0)
		abort();
	conversation_release(&first);
	conversation_release(&second);
	text_release(&once);
	text_release(&twice);
	return 0;
}
