/* reading.c: a body while it is read. What it says goes into settings by the
 * table of settings, which has the limits and the sentences. */
#include "reading.h"

#include <stdarg.h>
#include <stdio.h>

#include "request_field.h"
#include "surrogate.h"

enum {
	PARAM_SIZE = 96,
	SHOWN_BYTES = 256, /* of a value: more than a sentence shows */
};

const struct json *
reading_get(const struct json *object, const char *name)
{
	bool twice;
	const struct json *member = json_get(object, name, &twice);

	return member && member->kind != JSON_NULL ? member : NULL;
}

void
reading_string(struct text *out, const struct json *string)
{
	struct surrogate surrogate = { 0 };

	surrogate_feed(&surrogate, string->bytes, string->len, out);
	surrogate_end(&surrogate, out);
}

bool
reading_refuse(struct reading *reading, const struct json *value,
    const char *right, const char *format, ...)
{
	char param[PARAM_SIZE];
	struct text *message = &reading->error->message;
	struct text shown = { 0 };
	va_list args;

	va_start(args, format);
	vsnprintf(param, sizeof(param), format, args);
	va_end(args);
	text_add(&reading->error->param, param);
	if (!value) {
		text_printf(message, "%s must be %s; it is missing or null",
		    param, right);
		return false;
	}
	size_t len = value->end - value->start;

	text_append(&shown, reading->body + value->start,
	    len < SHOWN_BYTES ? len : SHOWN_BYTES);
	setting_refuse(&(struct setting){ .name = param }, right,
	    text_string(&shown), message);
	text_release(&shown);
	return false;
}

/* Some write whole numbers as 16.0. */
static void
print_json(struct text *out, const char *body, const struct json *value)
{
	int64_t number;

	if (json_to_integer(value, &number))
		text_printf(out, "%lld", (long long)number);
	else
		text_append(out, body + value->start,
		    value->end - value->start);
}

bool
reading_take(struct reading *reading, struct settings *settings,
    const struct setting *setting, const struct json *value)
{
	struct text string = { 0 }, json = { 0 };
	bool ok;

	if (value->kind == JSON_STRING)
		reading_string(&string, value);
	print_json(&json, reading->body, value);
	ok = field_take(settings, setting,
	    &(struct field_value){ .kind = value->kind,
		.bytes = text_string(&string), .len = string.len,
		.json = text_string(&json) },
	    &reading->error->message);
	if (!ok)
		text_add(&reading->error->param, setting->name);
	text_release(&string);
	text_release(&json);
	return ok;
}
