/* errors.c: finds what a server says went wrong. The forms are those that
 * servers and proxies were seen to send. */
#include "errors.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../src/utf8.h"
#include "surrogate.h"

enum { MESSAGE_MAX = 4000, NEST_MAX = 4 };

static const struct json *
get(const struct json *object, const char *name)
{
	bool unused;

	return json_get(object, name, &unused);
}

/* As programs in Python and JavaScript see it: null, false, 0 and what is empty
 * is no error. */
static bool
is_something(const struct json *value)
{
	if (!value)
		return false;
	switch (value->kind) {
	case JSON_NULL:
	case JSON_FALSE:
		return false;
	case JSON_TRUE:
		return true;
	case JSON_NUMBER:
		return value->len != 1 || *value->bytes != '0';
	case JSON_STRING:
		return value->len > 0;
	case JSON_LIST:
	case JSON_OBJECT:
		break;
	}
	return value->first;
}

static bool
is_sentence(const struct json *value)
{
	return value && value->kind == JSON_STRING && value->len > 0;
}

void
error_words(struct text *message, const char *bytes, size_t len)
{
	bool cut = len > MESSAGE_MAX;

	if (cut)
		len = MESSAGE_MAX;
	while (cut && ((unsigned char)bytes[len] & 0xc0) == 0x80)
		len--;
	text_append(message, bytes, len);
	if (cut)
		text_add(message, UTF8_ELLIPSIS);
}

static bool
take(const struct json *value, struct text *message)
{
	struct surrogate surrogate = { 0 };
	struct text whole = { 0 };

	if (!is_sentence(value))
		return false;
	surrogate_feed(&surrogate, value->bytes, value->len, &whole);
	surrogate_end(&surrogate, &whole);
	error_words(message, whole.bytes, whole.len);
	text_release(&whole);
	return true;
}

/* The first sentence in a value that is an error. */
static bool
take_any(const struct json *value, struct text *message, int depth)
{
	static const char *const names[] = { "message", "msg", "Message",
		"error_message", "error_msg", "errorMessage", "detail",
		"error_description", "description", "error", "errors",
		"Error", "err", "exception", "fault", "faultstring",
		"status_msg", "title", "reason", "code", "type", "error_type",
		"data", "header", NULL };

	if (!value || depth == NEST_MAX)
		return false;
	if (value->kind == JSON_STRING)
		return take(value, message);
	if (value->kind == JSON_LIST)
		return take_any(value->first, message, depth + 1);
	for (size_t i = 0; names[i]; i++)
		if (take_any(get(value, names[i]), message, depth + 1))
			return true;
	return false;
}

/* What says nothing is shown as it came. */
static void
take_error(const struct json *value, const char *source, struct text *message)
{
	if (!take_any(value, message, 0))
		error_words(message, source + value->start,
		    value->end - value->start);
}

static bool
contains_error(const struct json *type)
{
	if (!is_sentence(type))
		return false;
	for (size_t i = 0; i + 5 <= type->len; i++)
		if ((type->bytes[i] | 32) == 'e' &&
		    !memcmp(type->bytes + i + 1, "rror", 4))
			return true;
	return false;
}

static bool
is_status(const struct json *value)
{
	int64_t number;

	return json_to_integer(value, &number) && number >= 400;
}

/* Some name success by a code, too. */
static bool
is_code(const struct json *value)
{
	int64_t number;

	return is_something(value) &&
	    !(json_to_integer(value, &number) && number == 200);
}

static bool
is_false(const struct json *value)
{
	return value && value->kind == JSON_FALSE;
}

static bool
is_chunk(const struct json *object)
{
	return get(object, "choices") || get(object, "usage");
}

/* An error that is the object itself, and not in it: {message, type, code}. */
static bool
is_flat_error(const struct json *object)
{
	if (is_chunk(object) || (!is_sentence(get(object, "message")) &&
	    !is_sentence(get(object, "msg")) &&
	    !is_sentence(get(object, "title"))))
		return false;
	return is_code(get(object, "code")) ||
	    contains_error(get(object, "type")) ||
	    json_is(get(object, "object"), "error") ||
	    json_is(get(object, "event"), "error") ||
	    json_is(get(object, "status"), "error") ||
	    is_status(get(object, "status")) ||
	    is_status(get(object, "statusCode")) ||
	    is_false(get(object, "success"));
}

/* {"detail": "..."} or a list of what is wrong with each field: FastAPI. */
static bool
is_detail(const struct json *object)
{
	const struct json *detail = get(object, "detail");

	if (is_chunk(object))
		return false;
	return is_sentence(detail) || (is_something(detail) &&
	    (detail->kind == JSON_LIST || detail->kind == JSON_OBJECT));
}

static const struct json *
first_choice(const struct json *object)
{
	const struct json *choices = get(object, "choices");

	return choices && choices->kind == JSON_LIST ? choices->first : NULL;
}

/* {"error":true} and {"error":500}: what it is stands beside it. */
static const struct json *
named_part(const struct json *object, const char *const *names)
{
	for (; *names; names++) {
		const struct json *part = get(object, *names);

		if (is_something(part))
			return part->kind == JSON_TRUE ||
			    part->kind == JSON_NUMBER ? object : part;
	}
	return NULL;
}

/* The forms that no chunk has. */
static const struct json *
rare_part(const struct json *object)
{
	static const char *const names[] = { "errorMessage", "err",
		"exception", "fault", "Error", NULL };
	const struct json *part;

	if (is_chunk(object))
		return NULL;
	part = named_part(object, names);
	if (part)
		return part;
	part = get(object, "data");
	if (json_is(get(object, "event"), "error") && is_something(part))
		return part;
	part = get(object, "header");
	return is_flat_error(part) ? part : NULL;
}

/* Returns the part of an object that is an error, or NULL. */
static const struct json *
error_part(const struct json *object)
{
	static const char *const names[] = { "error", "errors",
		"error_message", "error_msg", NULL };
	const struct json *base = get(object, "base_resp");
	const struct json *choice = first_choice(object);
	const struct json *part = named_part(object, names);

	if (!part)
		part = named_part(choice, names);
	if (!part)
		part = named_part(get(choice, "delta"), names);
	if (!part && is_something(get(base, "status_code")))
		part = base;
	if (!part && is_detail(object))
		part = get(object, "detail");
	if (!part && (is_something(get(object, "error_type")) ||
	    is_flat_error(object)))
		part = object;
	return part ? part : rare_part(object);
}

static bool
find_in_list(const struct json *list, const char *source, bool certain,
    struct text *message)
{
	bool unused;

	for (const struct json *item = list->first; item; item = item->next)
		if (item->kind == JSON_OBJECT &&
		    error_find(item, source, certain, message, &unused))
			return true;
	return false;
}

static void
add_sibling(const struct json *sibling, struct text *message)
{
	if (!is_sentence(sibling))
		return;
	text_add(message, ": ");
	take(sibling, message);
}

bool
error_find(const struct json *value, const char *source, bool certain,
    struct text *message, bool *standard)
{
	const struct json *error = get(value, "error");
	const struct json *part = NULL;

	*standard = is_sentence(get(error, "message"));
	if (value->kind == JSON_OBJECT)
		part = error_part(value);
	if (value->kind == JSON_LIST &&
	    find_in_list(value, source, certain, message))
		return true;
	if (!part && certain)
		part = value;
	if (!part)
		return false;
	take_error(part, source, message);
	/* {"error":"Not Found","message":"Cannot POST /v1"}: both are said. */
	if (part == error && is_sentence(error))
		add_sibling(get(value, "message"), message);
	return true;
}

/* ---- How long to wait. */

/* Days from 1970 on, of a date in the Gregorian calendar. Years begin in March
 * here, so that the day that comes every four years is their last. */
static int64_t
days(int year, int month, int day)
{
	int64_t y = month > 2 ? year : year - 1;
	int64_t m = (month + 9) % 12;

	return y * 365 + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day -
	    719469;
}

/* Not strptime(): it reads the names of the user's language. */
static int
month_number(const char *name)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (int i = 0; i < 12; i++)
		if (!strncmp(names + (size_t)i * 3, name, 3))
			return i + 1;
	return 0;
}

static int64_t
date_seconds(const char *date)
{
	int year, day, hour, minute, second;
	char month[4];

	if (sscanf(date, "%*[A-Za-z], %2d %3s %4d %2d:%2d:%2d", &day, month,
	        &year, &hour, &minute, &second) != 6 ||
	    !month_number(month))
		return 0;
	return days(year, month_number(month), day) * 86400 + hour * 3600 +
	    minute * 60 + second;
}

int64_t
error_wait(const char *retry_after, int64_t now_ms)
{
	int64_t seconds = 0;
	const char *at = retry_after;

	if (!isdigit((unsigned char)*at)) {
		seconds = date_seconds(at) - now_ms / 1000;
		return seconds > 0 ? seconds : 0;
	}
	for (; isdigit((unsigned char)*at) && seconds < INT32_MAX; at++)
		seconds = seconds * 10 + (*at - '0');
	/* A part of a second is one too. */
	if (*at != '.')
		return seconds;
	at += 1 + strspn(at + 1, "0");
	return seconds + (isdigit((unsigned char)*at) != 0);
}

static void
add_wait(struct text *out, int64_t seconds)
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = { { 86400, "days" }, { 3600, "h" }, { 60, "min" },
		{ 1, "s" } };
	size_t i = 0;

	if (seconds <= 0)
		return;
	/* In a unit that gives more than one. */
	while (units[i].seconds > 1 && seconds < 2 * units[i].seconds)
		i++;
	text_printf(out, " (asks to wait %lld %s)",
	    (long long)((seconds + units[i].seconds - 1) / units[i].seconds),
	    units[i].name);
}

static const char *
status_phrase(int status)
{
	static const struct {
		int status;
		const char *phrase;
	} phrases[] = {
		{ 300, "Multiple Choices" }, { 301, "Moved Permanently" },
		{ 302, "Found" }, { 303, "See Other" },
		{ 307, "Temporary Redirect" }, { 308, "Permanent Redirect" },
		{ 400, "Bad Request" }, { 401, "Unauthorized" },
		{ 402, "Payment Required" }, { 403, "Forbidden" },
		{ 404, "Not Found" }, { 405, "Method Not Allowed" },
		{ 408, "Request Timeout" }, { 413, "Content Too Large" },
		{ 415, "Unsupported Media Type" },
		{ 422, "Unprocessable Content" },
		{ 429, "Too Many Requests" },
		{ 500, "Internal Server Error" }, { 501, "Not Implemented" },
		{ 502, "Bad Gateway" }, { 503, "Service Unavailable" },
		{ 504, "Gateway Timeout" }, { 529, "Overloaded" },
	};

	for (size_t i = 0; i < sizeof(phrases) / sizeof(*phrases); i++)
		if (phrases[i].status == status)
			return phrases[i].phrase;
	return "the server gives no reason";
}

void
error_sentence(struct text *out, int status, const struct text *message,
    int64_t wait_s)
{
	if (status)
		text_printf(out, "%d: ", status);
	if (message->len)
		text_append(out, message->bytes, message->len);
	else if (status)
		text_add(out, status_phrase(status));
	if (status >= 300 && status < 400)
		text_add(out, "; a redirect is not followed");
	add_wait(out, wait_s);
}
