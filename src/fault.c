/* fault.c: faults by name, as users and models name them. */
#include "fault.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/span.h"
#include "escape.h"
#include "nearest.h"

enum { SHOWN_MAX = 40 };

bool
fault_has_place(const struct fault *fault)
{
	return fault->changes[0].place == FAULT_AT;
}

void
fault_expand(const char *template,
    void (*word)(void *data, char name, struct text *out), void *data,
    struct text *out)
{
	while (*template) {
		size_t len = strcspn(template, "%");

		text_append(out, template, len);
		template += len;
		if (!*template)
			break;
		word(data, template[1], out);
		template += 2;
	}
}

/* ---- Reading. */

static const struct fault *
find(struct span name)
{
	for (const struct fault *fault = fault_table; fault->name; fault++)
		if (strlen(fault->name) == name.len &&
		    !memcmp(fault->name, name.bytes, name.len))
			return fault;
	return NULL;
}

static void
refuse_name(struct span name, struct text *error)
{
	struct text typed = { 0 };
	struct nearest nearest;

	text_append(&typed, name.bytes, name.len);
	nearest_init(&nearest, text_string(&typed));
	for (const struct fault *fault = fault_table; fault->name; fault++)
		nearest_offer(&nearest, fault->name);
	text_add(error, "there is no fault ");
	escape_quote_short(error, name.bytes, name.len, SHOWN_MAX);
	if (nearest_name(&nearest))
		text_printf(error, "; was %s meant?", nearest_name(&nearest));
	text_release(&typed);
}

static bool
read_place(struct span digits, int64_t *at)
{
	char number[20] = "";

	if (!digits.len || digits.len >= sizeof(number))
		return false;
	memcpy(number, digits.bytes, digits.len);
	if (strspn(number, "0123456789") != digits.len)
		return false;
	errno = 0;
	*at = strtoll(number, NULL, 10);
	return !errno && *at > 0;
}

static struct span
name_of(struct span item)
{
	const char *place = memchr(item.bytes, '@', item.len);

	if (place)
		item.len = (size_t)(place - item.bytes);
	return item;
}

static bool
refuse_place(const struct fault *fault, struct span item, struct text *error)
{
	escape_quote_short(error, item.bytes, item.len, SHOWN_MAX);
	if (fault_has_place(fault))
		text_add(error, ": behind the @ must stand the number of a "
		    "character, from 1 on");
	else
		text_printf(error, ": %s has its own place; leave the @ away",
		    fault->name);
	return false;
}

static bool
read_item(struct faults *faults, struct span item, struct text *error)
{
	struct span name = name_of(item);
	const struct fault *fault = find(name);
	int64_t at = 0;

	if (!fault) {
		refuse_name(name, error);
		return false;
	}
	if (name.len < item.len && (!fault_has_place(fault) ||
	    !read_place((struct span){ item.bytes + name.len + 1,
		item.len - name.len - 1 }, &at)))
		return refuse_place(fault, item, error);
	if (faults->count == FAULTS_MOST) {
		text_printf(error, "more than %d faults in one reply: leave "
		    "%s away", FAULTS_MOST, fault->name);
		return false;
	}
	faults->items[faults->count].fault = fault;
	faults->items[faults->count++].at = at;
	return true;
}

static bool
read_all(struct faults *faults, const char *spec, char separator,
    struct text *error)
{
	const char separators[] = { separator, '\0' };
	size_t before = faults->count;

	for (;; spec++) {
		struct span item = { spec, strcspn(spec, separators) };

		if (!read_item(faults, item, error)) {
			faults->count = before;
			return false;
		}
		spec += item.len;
		if (!*spec)
			return true;
	}
}

bool
faults_read(struct faults *faults, const char *spec, struct text *error)
{
	return read_all(faults, spec, ',', error);
}

void
faults_show(const struct faults *faults, struct text *out)
{
	for (size_t i = 0; i < faults->count; i++) {
		text_printf(out, "%s%s", i ? "," : "",
		    faults->items[i].fault->name);
		if (faults->items[i].at)
			text_printf(out, "@%" PRId64, faults->items[i].at);
	}
}

/* Returns where the + stands from which on all names are of faults, or the end
 * of the model. */
static size_t
model_end(const struct text *model)
{
	size_t end = model->len;

	for (size_t at = end; at-- > 0;) {
		struct span item = { model->bytes + at + 1, 0 };

		if (model->bytes[at] != '+')
			continue;
		item.len = (size_t)(model->bytes + end - item.bytes);
		if (!find(name_of(item)))
			break;
		end = at;
	}
	return end;
}

bool
faults_of_model(struct faults *faults, struct text *model, struct text *error)
{
	size_t end = model_end(model);

	if (end == model->len)
		return true;
	if (!read_all(faults, model->bytes + end + 1, '+', error))
		return false;
	model->len = end;
	model->bytes[end] = '\0';
	return true;
}
