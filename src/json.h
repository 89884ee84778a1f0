/* json.h: writes JSON, byte for byte as wanted: order of names, 64-bit numbers
 * in full, NUL inside strings. Reading is cJSON's job. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

/* The functions put a comma where one is due: call json_open(), then pairs or
 * values, then json_close(). A name of NULL writes a bare value (in lists). */
void json_open(struct text *out, const char *name, char bracket);
void json_close(struct text *out, char bracket);
void json_string(struct text *out, const char *name, const char *bytes,
    size_t len);
/* NULL is written as null. */
void json_text(struct text *out, const char *name, const char *string);
void json_integer(struct text *out, const char *name, int64_t value);
/* Nothing if it is below 0: counts are that while they are unknown. */
void json_count(struct text *out, const char *name, int64_t count);
/* All 64 bits: hashes. The list is quick, it may have many thousands. */
void json_unsigned(struct text *out, const char *name, uint64_t value);
void json_unsigned_list(struct text *out, const char *name,
    const uint64_t *values, size_t count);
/* With at most `digits` digits behind the point, none for whole numbers. */
void json_number(struct text *out, const char *name, double value, int digits);
/* Thousandths, 0 or more of them: 10500 is written as 10.5. */
void json_thousandths(struct text *out, const char *name, int64_t value);
void json_bool(struct text *out, const char *name, bool value);
void json_null(struct text *out, const char *name);
/* Text that is JSON already. */
void json_raw(struct text *out, const char *name, const char *json);

/* Appends JSON, which must be right, without the blanks between its parts. */
void json_minify(struct text *out, const char *json, size_t len);

#endif
