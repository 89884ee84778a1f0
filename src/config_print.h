/* config_print.h: all that holds, and where it comes from, in the form of a
 * configuration file. */
#ifndef CONFIG_PRINT_H
#define CONFIG_PRINT_H

#include "options.h"

/* Appends the text of --print-config. Secrets are not in it. */
void config_print(const struct options *options, struct text *out);

#endif
