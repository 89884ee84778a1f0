/* curlsetup.h: what curl is told about a request. */
#ifndef CURLSETUP_H
#define CURLSETUP_H

#include <curl/curl.h>

#include "http.h"

/* Returns "host:port", or "" for what is no address of HTTP. The caller frees
 * it. */
char *curlsetup_peer(const char *url);

/* Sets all but the address and the callbacks. Returns the headers, which must
 * live as long as the handle; the caller frees them. */
struct curl_slist *curlsetup_request(CURL *easy,
    const struct http_request *request);

#endif
