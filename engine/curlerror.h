/* curlerror.h: how a transfer of curl ended, for people. */
#ifndef CURLERROR_H
#define CURLERROR_H

#include <stdbool.h>

#include <curl/curl.h>

#include "../src/text.h"
#include "http.h"

/* answered: a whole head came before. */
enum http_end curlerror_end(CURL *easy, CURLcode code, bool answered);

/* Adds a sentence about any end but HTTP_CLEAN and HTTP_STALLED. peer is
 * "host:port", problem is what curl left in its error buffer. */
void curlerror_say(struct text *out, CURL *easy, CURLcode code,
    enum http_end end, const char *peer, const char *problem);

#endif
