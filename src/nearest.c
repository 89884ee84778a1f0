/* nearest.c: what a mistyped name may have been. */
#include "nearest.h"

#include <string.h>

enum { NAME_LEN_MAX = 63 };

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t
name_distance(const char *a, const char *b)
{
	size_t before[NAME_LEN_MAX + 1] = { 0 };
	size_t above[NAME_LEN_MAX + 1];
	size_t row[NAME_LEN_MAX + 1];
	size_t a_len = strlen(a);
	size_t b_len = strlen(b);

	if (a_len > NAME_LEN_MAX || b_len > NAME_LEN_MAX)
		return a_len + b_len;
	for (size_t j = 0; j <= b_len; j++)
		above[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = above[j - 1] + (a[i - 1] != b[j - 1]);
			row[j] = least(row[j], above[j] + 1);
			row[j] = least(row[j], row[j - 1] + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
		memcpy(before, above, sizeof(before));
		memcpy(above, row, sizeof(above));
	}
	return above[b_len];
}

void
nearest_init(struct nearest *nearest, const char *typed)
{
	size_t len = strlen(typed);

	/* A name all of whose letters are wrong is not near. */
	*nearest = (struct nearest){ .typed = typed,
		.distance = least(len, NAME_NEAR + 1) };
}

void
nearest_offer(struct nearest *nearest, const char *name)
{
	size_t distance = name_distance(nearest->typed, name);

	if (*nearest->typed &&
	    !strncmp(name, nearest->typed, strlen(nearest->typed))) {
		nearest->prefixed = name;
		nearest->prefixed_count++;
	}
	if (distance < nearest->distance) {
		nearest->distance = distance;
		nearest->near = name;
	}
}

const char *
nearest_name(const struct nearest *nearest)
{
	return nearest->prefixed_count == 1 ? nearest->prefixed
					    : nearest->near;
}
