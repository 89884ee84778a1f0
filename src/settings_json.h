/* settings_json.h: the settings that differ from their defaults, as JSON. */
#ifndef SETTINGS_JSON_H
#define SETTINGS_JSON_H

#include "settings.h"

/* Returns a JSON object, or NULL if no setting differs. Those that may hold a
 * secret are never in it. The caller frees it. */
char *settings_json(const struct settings *settings);

#endif
