/* xalloc.c: memory, or the end of the program. */
#include "xalloc.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* abort() rather than exit(): the handler of fatal signals gives the terminal
 * back, and nothing else is safe to run without memory. */
static _Noreturn void
out_of_memory(void)
{
	fputs("echochat: out of memory\n", stderr);
	abort();
}

static void *
checked(void *memory)
{
	if (!memory)
		out_of_memory();
	return memory;
}

void *
xmalloc(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
xcalloc(size_t count, size_t size)
{
	return checked(calloc(count ? count : 1, size ? size : 1));
}

void *
xrealloc(void *memory, size_t size)
{
	return checked(realloc(memory, size ? size : 1));
}

void *
xreallocarray(void *memory, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		out_of_memory();
	return xrealloc(memory, count * size);
}

char *
xstrdup(const char *string)
{
	return xmemdup(string, strlen(string));
}

char *
xmemdup(const char *bytes, size_t len)
{
	char *copy = xmalloc(len + 1);

	if (len)
		memcpy(copy, bytes, len);
	copy[len] = '\0';
	return copy;
}

void *
xgrow(void *array, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity ? *capacity * 2 : 8;
	return xreallocarray(array, *capacity, size);
}
