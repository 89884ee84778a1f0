/* xalloc.h: memory, or the end of the program. Nothing here returns failure. */
#ifndef XALLOC_H
#define XALLOC_H

#include <stddef.h>

/* Each returns memory that the caller gives to free(). */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *memory, size_t size);
void *xreallocarray(void *memory, size_t count, size_t size);
char *xstrdup(const char *string);
/* Copies len bytes, which may hold NUL, and puts a NUL behind them. */
char *xmemdup(const char *bytes, size_t len);

/* Makes room for one more element of an array that grows by doubling:
 * array = xgrow(array, count, &capacity, sizeof(*array)); */
void *xgrow(void *array, size_t count, size_t *capacity, size_t size);

#endif
