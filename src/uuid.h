/* uuid.h: random names that nothing else in the world has. */
#ifndef UUID_H
#define UUID_H

enum { UUID_SIZE = 36 + 1 };

/* Writes a random UUID (version 4) and a NUL. */
void uuid_make(char out[UUID_SIZE]);

#endif
