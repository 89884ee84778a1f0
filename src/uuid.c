/* uuid.c: random names that nothing else in the world has. */
#include "uuid.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void
uuid_make(char out[UUID_SIZE])
{
	unsigned char bytes[16];

	if (getentropy(bytes, sizeof(bytes)) < 0)
		abort();
	bytes[6] = (bytes[6] & 0x0f) | 0x40;
	bytes[8] = (bytes[8] & 0x3f) | 0x80;
	for (size_t i = 0; i < sizeof(bytes); i++)
		out += sprintf(out, "%s%02x",
		    i >= 4 && i <= 10 && i % 2 == 0 ? "-" : "", bytes[i]);
}
