/* streamform.c: the form of a reply. */
#include "streamform.h"

#include <string.h>

#include "utf8.h"

void
streamform_release(struct streamform *form)
{
	struct same *members[] = { &form->id, &form->object, &form->created,
		&form->model };

	for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
		text_release(&members[i]->first);
		text_release(&members[i]->other);
	}
	json_reader_free(form->reader);
	*form = (struct streamform){ 0 };
}

static const struct json *
get(const struct json *object, const char *name)
{
	bool twice;
	const struct json *value = json_get(object, name, &twice);

	return value && value->kind != JSON_NULL ? value : NULL;
}

/* ---- Members that all chunks have. */

static void
take_same(struct same *same, const struct json *value, const char *source)
{
	size_t len = value ? value->end - value->start : 0;

	if (!value || (value->kind == JSON_STRING && !value->len)) {
		same->missing++;
		return;
	}
	same->seen++;
	if (!same->first.len)
		text_append(&same->first, source + value->start, len);
	else if (!same->other.len && (len != same->first.len ||
	    memcmp(source + value->start, same->first.bytes, len)))
		text_append(&same->other, source + value->start, len);
}

/* ---- Choices. */

static void
take_choice(struct streamform *form, const struct json *item)
{
	const struct json *delta = get(item, "delta");
	struct choice_form *choice;
	int64_t index = 0;

	json_to_integer(get(item, "index"), &index);
	if (index < 0 || index >= STREAMFORM_CHOICES)
		return;
	choice = &form->choices[index];
	if (!choice->chunks++)
		choice->role = json_is(get(delta ? delta
			: get(item, "message"), "role"), "assistant");
	choice->behind_finish += choice->finishes > 0;
	choice->finishes += get(item, "finish_reason") != NULL;
}

static void
take_usage(struct streamform *form, bool has_choices)
{
	if (has_choices)
		form->usages_beside++;
	else
		form->usages++;
}

static void
take_chunk(struct streamform *form, const struct json *root,
    const char *source)
{
	const struct json *choices = get(root, "choices");
	const struct json *first = choices ? choices->first : NULL;

	take_same(&form->id, get(root, "id"), source);
	take_same(&form->object, get(root, "object"), source);
	take_same(&form->created, get(root, "created"), source);
	take_same(&form->model, get(root, "model"), source);
	for (const struct json *item = first; item; item = item->next)
		take_choice(form, item);
	form->usages_early = form->usages;
	if (get(root, "usage"))
		take_usage(form, first);
}

static bool
is_done(const char *bytes, size_t len)
{
	static const char done[] = "[DONE]";

	return len == strlen(done) && !memcmp(bytes, done, len);
}

void
streamform_add(struct streamform *form, const char *bytes, size_t len)
{
	form->behind_done += form->done;
	if (is_done(bytes, len)) {
		form->done = true;
		return;
	}
	form->chunks++;
	if (!form->reader)
		form->reader = json_reader_new();
	if (utf8_valid(bytes, len) == len &&
	    json_read(form->reader, bytes, len) == JSON_OK &&
	    json_root(form->reader)->kind == JSON_OBJECT)
		take_chunk(form, json_root(form->reader), bytes);
}

/* ---- Lines. */

static bool
is_good(const char *line, size_t len)
{
	static const char *const begins[] = { "data: ", ":", "event:", "id:",
		"retry:" };

	if (!len || *line == '\r')
		return true;
	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
		if (len >= strlen(begins[i]) &&
		    !memcmp(line, begins[i], strlen(begins[i])))
			return true;
	return false;
}

size_t
streamform_bad_line(const char *bytes, size_t len)
{
	size_t at = 0;

	while (at < len) {
		const char *end = memchr(bytes + at, '\n', len - at);
		size_t next = end ? (size_t)(end - bytes) : len;

		if (!is_good(bytes + at, next - at))
			return at;
		at = next + 1;
	}
	return len;
}
