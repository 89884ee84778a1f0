/* fuzz_fault.c: any bytes as faults, as a header and as a model's name say
 * them. What is read is shown the same way and reads the same again; what is
 * refused has a reason, and changes nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../src/fault.h"
#include "../src/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool truth)
{
	if (!truth)
		abort();
}

static void
must_be_same(const struct faults *a, const struct faults *b)
{
	must(a->count == b->count);
	for (size_t i = 0; i < a->count; i++)
		must(a->items[i].fault == b->items[i].fault &&
		    a->items[i].at == b->items[i].at);
}

static void
check_faults(const struct faults *faults)
{
	struct text shown = { 0 }, error = { 0 };
	struct faults again = { 0 };

	must(faults->count <= FAULTS_MOST);
	for (size_t i = 0; i < faults->count; i++)
		must(faults->items[i].at >= 0);
	faults_show(faults, &shown);
	must(!faults->count == !shown.len);
	if (faults->count)
		must(faults_read(&again, shown.bytes, &error));
	must_be_same(faults, &again);
	text_release(&shown);
}

static void
check_error(const struct faults *faults, struct text *error)
{
	static const struct faults none;

	must_be_same(faults, &none);
	must(error->len > 0 && error->len < 1000);
	must(utf8_valid(error->bytes, error->len) == error->len);
	text_release(error);
}

static void
read_spec(const char *spec)
{
	struct text error = { 0 };
	struct faults faults = { 0 };

	if (faults_read(&faults, spec, &error))
		check_faults(&faults);
	else
		check_error(&faults, &error);
}

/* What is left of a name is its beginning, and has nothing more to take. */
static void
read_model(const char *name)
{
	struct text model = { 0 }, error = { 0 };
	struct faults faults = { 0 };

	text_add(&model, name);
	if (faults_of_model(&faults, &model, &error)) {
		check_faults(&faults);
		must(!strncmp(name, text_string(&model), model.len));
		must(faults.count || model.len == strlen(name));
	} else {
		check_error(&faults, &error);
	}
	text_release(&model);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *string = malloc(size + 1);

	must(string);
	memcpy(string, data, size);
	string[size] = '\0';
	read_spec(string);
	read_model(string);
	free(string);
	return 0;
}
