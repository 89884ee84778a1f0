/* surrogate.h: halves of characters. JSON may escape a character as two halves,
 * and a server may send them in two chunks. Pure. */
#ifndef SURROGATE_H
#define SURROGATE_H

#include <stdbool.h>
#include <stddef.h>

#include "../src/text.h"

/* Half a character that waits for the other. Zeros are ready. */
struct surrogate {
	char half[3]; /* in the form of jsonread.h */
	bool waits;
};

/* What was met; any of them. */
enum {
	SURROGATE_LONE = 1,  /* U+FFFD stands for it now */
	SURROGATE_SPLIT = 2, /* the halves came in two pieces */
};

/* Appends a string of json_read() to out as UTF-8. A first half at its end is
 * kept until more comes. */
unsigned surrogate_feed(struct surrogate *surrogate, const char *bytes,
    size_t len, struct text *out);
/* Nothing more comes. */
unsigned surrogate_end(struct surrogate *surrogate, struct text *out);

#endif
