/* fault.h: what a server can be told to do wrong: one name for each anomaly
 * that a server can commit, and where in the reply. Pure. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text.h"

enum { FAULTS_MOST = 8 }; /* in one reply */

struct fault; /* a line of the table */

/* What goes wrong in one reply. Zeros: nothing. */
struct faults {
	struct {
		const struct fault *fault;
		int64_t at; /* character of the reply, from 1 on; 0: its own
		             * place */
	} items[FAULTS_MOST];
	size_t count;
};

/* Adds faults of the form NAME[@N][,NAME[@N]...]. False with a sentence in error
 * that names the nearest. */
bool faults_read(struct faults *faults, const char *spec, struct text *error);
/* Appends them in the same form; nothing if there are none. */
void faults_show(const struct faults *faults, struct text *out);
/* Splits MODEL+NAME[@N][+NAME...]: the model without them stays in model. Leaves
 * a name alone that has no fault behind its last +. */
bool faults_of_model(struct faults *faults, struct text *model,
    struct text *error);

#endif
