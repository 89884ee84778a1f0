/* jsonread.h: reads the JSON of a chunk. Ours and not cJSON's, because what a
 * server got wrong must be seen: names that stand twice, escapes of half a
 * character, NaN, raw control bytes, NUL in the middle of a string. One pass,
 * no recursion deeper than JSON_DEPTH_MAX, memory reused from text to text. */
#ifndef JSONREAD_H
#define JSONREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_DEPTH_MAX = 64, JSON_VALUES_MAX = 1000000 };

enum json_kind {
	JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST,
	JSON_OBJECT,
};

/* A value in a tree. Valid until the next json_read() of the reader. */
struct json {
	enum json_kind kind;
	/* In an object: the name, decoded. */
	const char *name;
	size_t name_len;
	/* A string, decoded: UTF-8, may hold NUL; half a surrogate pair stands
	 * there as the three bytes that UTF-8 forbids (ED A0..BF xx). A number:
	 * its digits as they came. */
	const char *bytes;
	size_t len;
	const struct json *first; /* of a list or an object */
	const struct json *next;  /* in the same list or object */
	/* Where it stands in the text that was read. */
	size_t start, end;
};

enum json_result {
	JSON_OK,
	JSON_NOT,       /* does not begin like JSON */
	JSON_BROKEN,    /* begins like JSON, but is none */
	JSON_DEEP,      /* nested deeper than JSON_DEPTH_MAX */
	JSON_MANY,      /* has more values than JSON_VALUES_MAX */
};

struct json_reader;

struct json_reader *json_reader_new(void);
void json_reader_free(struct json_reader *reader);

/* Reads one text, blanks around it allowed. Bytes that are no UTF-8 must have
 * been replaced before. */
enum json_result json_read(struct json_reader *reader, const char *bytes,
    size_t len);
/* The value that was read; NULL if there is none. */
const struct json *json_root(const struct json_reader *reader);
/* Rules that were bent to read it: NaN, Infinity, raw control bytes in a string,
 * and the like. */
bool json_was_bent(const struct json_reader *reader);
/* Where it is wrong: the byte at which reading came to its end, or the first
 * that bent a rule. */
size_t json_trouble(const struct json_reader *reader);

/* Returns the member of that name, the last one if it stands twice, or NULL
 * (also when object is NULL or no object). *twice becomes true if it did. */
const struct json *json_get(const struct json *object, const char *name,
    bool *twice);
/* True if value is a string that equals this one. */
bool json_is(const struct json *value, const char *string);
/* True, and the number in *out, if value is a whole number that fits. */
bool json_to_integer(const struct json *value, int64_t *out);

#endif
