/* curlerror.c: how a transfer of curl ended, for people.
 *
 * Sentences name the peer and the way out. Of curl's own messages only the
 * reason against a certificate is let through: the others may hold an address
 * with a password, and talk about curl. */
#include "curlerror.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

struct phrase {
	enum http_end end;
	CURLcode code;
	const char *before; /* the peer */
	const char *after;
};

static const struct phrase phrases[] = {
	{ HTTP_FAILED, CURLE_URL_MALFORMAT,
	    "this is no usable address of http:// or https://", "" },
	{ HTTP_FAILED, CURLE_COULDNT_RESOLVE_HOST,
	    "cannot find the host of ", ": no such name" },
	{ HTTP_FAILED, CURLE_COULDNT_RESOLVE_PROXY,
	    "cannot find the host of the proxy to ", ": no such name" },
	{ HTTP_FAILED, CURLE_PROXY, "the proxy did not lead to ", "" },
	{ HTTP_FAILED, CURLE_COULDNT_CONNECT, "cannot connect to ", "" },
	{ HTTP_FAILED, CURLE_SSL_CONNECT_ERROR, "no TLS connection to ",
	    ": it may want http:// instead of https://" },
	{ HTTP_FAILED, CURLE_SSL_CACERT_BADFILE, "no TLS connection to ",
	    ": the trusted certificates of this machine cannot be read; "
	    "--insecure goes on without" },
	{ HTTP_FAILED, CURLE_GOT_NOTHING,
	    "", " closed the connection before it answered" },
	{ HTTP_FAILED, CURLE_OK,
	    "", " closed the connection before it answered" },
	{ HTTP_FAILED, CURLE_UNSUPPORTED_PROTOCOL,
	    "", " answers with something that is not HTTP" },
	{ HTTP_FAILED, CURLE_WEIRD_SERVER_REPLY,
	    "", " answers with a head that is not HTTP" },
	/* The limit of curl on one line, by its names of then and now. */
	{ HTTP_FAILED, CURLE_OUT_OF_MEMORY,
	    "", " sends a head with too long a line" },
#if LIBCURL_VERSION_NUM >= 0x080600
	{ HTTP_FAILED, CURLE_TOO_LARGE,
	    "", " sends a head with too long a line" },
#endif
	{ HTTP_FAILED, CURLE_SEND_ERROR,
	    "", " broke the connection before it answered" },
	{ HTTP_FAILED, CURLE_RECV_ERROR,
	    "", " broke the connection before it answered" },
	{ HTTP_PREMATURE, CURLE_PARTIAL_FILE,
	    "", " closed the connection before the end of its answer" },
	{ HTTP_PREMATURE, CURLE_BAD_CONTENT_ENCODING, "the answer of ",
	    " cannot be decoded: its Content-Encoding is unknown or broken" },
};

/* For all other codes. */
static const struct phrase rest[] = {
	[HTTP_PREMATURE] = { .before = "the answer of ",
	    .after = " broke off: its framing cannot be read" },
	[HTTP_RESET] = { .before = "",
	    .after = " reset the connection within its answer" },
	[HTTP_FAILED] = { .before = "the request to ", .after = " failed" },
};

static const struct phrase *
find_phrase(enum http_end end, CURLcode code)
{
	for (size_t i = 0; i < sizeof(phrases) / sizeof(*phrases); i++)
		if (phrases[i].end == end && phrases[i].code == code)
			return &phrases[i];
	return &rest[end];
}

static long
system_error(CURL *easy, CURLcode code)
{
	long number = 0;

	/* With other codes it may be left over from an attempt before. */
	if (code == CURLE_COULDNT_CONNECT || code == CURLE_SEND_ERROR ||
	    code == CURLE_RECV_ERROR)
		curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &number);
	return number;
}

static void
add_system_error(struct text *out, long number)
{
	const char *name = strerror((int)number);

	if (number)
		text_printf(out, ": %c%s", tolower((unsigned char)*name),
		    name + 1);
}

/* curl's message is "SSL certificate problem: certificate has expired". */
static void
say_certificate(struct text *out, const char *peer, const char *problem)
{
	const char *why = strstr(problem, ": ");

	text_printf(out, "the certificate of %s is not trusted%s; "
	    "--insecure goes on without the check", peer, why ? why : "");
}

void
curlerror_say(struct text *out, CURL *easy, CURLcode code, enum http_end end,
    const char *peer, const char *problem)
{
	const struct phrase *phrase = find_phrase(end, code);
	long status = 0;

	if (code == CURLE_PEER_FAILED_VERIFICATION) {
		say_certificate(out, peer, problem);
		return;
	}
	curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
	if (end == HTTP_FAILED && status >= 300) {
		text_printf(out, "the proxy did not lead to %s: its status is "
		    "%ld", peer, status);
		return;
	}
	text_printf(out, "%s%s%s", phrase->before, peer, phrase->after);
	if (end != HTTP_RESET)
		add_system_error(out, system_error(easy, code));
}

enum http_end
curlerror_end(CURL *easy, CURLcode code, bool answered)
{
	if (!answered)
		return HTTP_FAILED;
	if (code == CURLE_OK)
		return HTTP_CLEAN;
	if (code == CURLE_HTTP2_STREAM ||
	    system_error(easy, code) == ECONNRESET)
		return HTTP_RESET;
	return HTTP_PREMATURE;
}
