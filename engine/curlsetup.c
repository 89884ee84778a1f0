/* curlsetup.c: what curl is told about a request: options and headers.
 *
 * Nothing of a request is checked here, and nothing is sent. */
#include "curlsetup.h"

#include <string.h>
#include <strings.h>

#ifdef PACKAGE_VERSION
#define USER_AGENT "User-Agent: echochat/" PACKAGE_VERSION
#else
#define USER_AGENT "User-Agent: echochat"
#endif

/* Larger ones save nothing, and a server that floods us would keep the loop
 * from the keyboard for longer. */
enum { BUFFER_SIZE = 16 * 1024 };

char *
curlsetup_peer(const char *url)
{
	CURLU *parts = curl_url();
	char *host = NULL, *port = NULL;
	struct text peer = { 0 };

	if ((!strncasecmp(url, "http://", 7) ||
	    !strncasecmp(url, "https://", 8)) &&
	    !curl_url_set(parts, CURLUPART_URL, url, 0) &&
	    !curl_url_get(parts, CURLUPART_HOST, &host, 0) &&
	    !curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT))
		text_printf(&peer, "%s:%s", host, port);
	curl_free(host);
	curl_free(port);
	curl_url_cleanup(parts);
	return text_take(&peer);
}

static const struct {
	CURLoption option;
	long value;
} settings[] = {
	{ CURLOPT_NOSIGNAL, 1 },
	{ CURLOPT_FOLLOWLOCATION, 0 },
	{ CURLOPT_UNRESTRICTED_AUTH, 0 },
	{ CURLOPT_HTTP09_ALLOWED, 0 },
	{ CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS },
	{ CURLOPT_SUPPRESS_CONNECT_HEADERS, 1 },
	{ CURLOPT_TCP_NODELAY, 1 },
	{ CURLOPT_TCP_KEEPALIVE, 1 },
	{ CURLOPT_BUFFERSIZE, BUFFER_SIZE },
#if LIBCURL_VERSION_NUM >= 0x075700
	/* Else the end of a request waits for the resolver. */
	{ CURLOPT_QUICK_EXIT, 1 },
#endif
};

static void
set_options(CURL *easy, const struct http_request *request)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		curl_easy_setopt(easy, settings[i].option, settings[i].value);
	/* On a connection that was used before and has died meanwhile, curl
	 * would send the request a second time. */
	curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, request->keep ? 0L : 1L);
	curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, request->keep ? 0L : 1L);
	/* Whatever it knows is decoded; see the header of that name, too. */
	curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
	    (long)request->connect_timeout_ms);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER,
	    request->insecure ? 0L : 1L);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST,
	    request->insecure ? 0L : 2L);
	if (request->proxy && *request->proxy)
		curl_easy_setopt(easy, CURLOPT_PROXY, request->proxy);
	if (!request->body)
		return;
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
	    (curl_off_t)request->body_len);
	curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, request->body);
}

static bool
user_has(const struct http_request *request, const char *header)
{
	size_t len = strcspn(header, ":");

	for (size_t i = 0; i < request->header_count; i++) {
		const char *theirs = text_string(&request->headers[i]);

		if (!strncasecmp(theirs, header, len) && theirs[len] &&
		    strchr(":; \t", theirs[len]))
			return true;
	}
	return false;
}

/* A header of the user takes the place of ours; without a value it means none
 * at all. */
static void
add(struct curl_slist **headers, const struct http_request *request,
    const char *header)
{
	if (!user_has(request, header))
		*headers = curl_slist_append(*headers, header);
}

static void
add_key(struct curl_slist **headers, const struct http_request *request)
{
	struct text bearer = { 0 };

	text_printf(&bearer, "Authorization: Bearer %s", request->key);
	add(headers, request, text_string(&bearer));
	text_release(&bearer);
}

struct curl_slist *
curlsetup_request(CURL *easy, const struct http_request *request)
{
	struct curl_slist *headers = NULL;

	set_options(easy, request);
	add(&headers, request, USER_AGENT);
	add(&headers, request, "Accept: text/event-stream, application/json");
	add(&headers, request, "Accept-Encoding: identity");
	add(&headers, request, "Expect:");
	if (request->body)
		add(&headers, request, "Content-Type: application/json");
	if (request->key && *request->key)
		add_key(&headers, request);
	for (size_t i = 0; i < request->header_count; i++)
		headers = curl_slist_append(headers,
		    text_string(&request->headers[i]));
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	return headers;
}
