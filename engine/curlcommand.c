/* curlcommand.c: a request as a curl command. */
#include "curlcommand.h"

#include <string.h>

static void
add_quoted(struct text *out, const char *string, size_t len)
{
	text_add(out, "'");
	for (size_t i = 0; i < len; i++)
		if (string[i] == '\'')
			text_add(out, "'\\''");
		else
			text_append(out, string + i, 1);
	text_add(out, "'");
}

static void
add_option(struct text *out, const char *option, const struct text *value)
{
	text_printf(out, " \\\n  %s", option);
	if (!value)
		return;
	text_add(out, " ");
	add_quoted(out, value->bytes, value->len);
}

static void
add_header(struct text *out, const char *header)
{
	struct text named = { 0 };

	text_append(&named, header, strcspn(header, ":"));
	text_add(&named, ": ...");
	add_option(out, "-H", &named);
	text_release(&named);
}

static void
add_proxy(struct text *out, const char *proxy)
{
	const char *host = strrchr(proxy, '@');
	const char *scheme = strstr(proxy, "://");
	struct text clean = { 0 };

	if (host) {
		text_append(&clean, proxy,
		    scheme ? (size_t)(scheme - proxy) + 3 : 0);
		text_add(&clean, "...");
	}
	text_add(&clean, host ? host : proxy);
	add_option(out, "--proxy", &clean);
	text_release(&clean);
}

void
curlcommand_print(struct text *out, const char *url, const struct text *body,
    const struct settings *settings, bool keyed)
{
	const char *name = text_string(&settings->api_key_env);

	text_add(out, "curl -N ");
	add_quoted(out, url, strlen(url));
	text_add(out, " \\\n  -H 'Content-Type: application/json'");
	if (keyed)
		text_printf(out, " \\\n  -H \"Authorization: Bearer $%s\"",
		    *name ? name : "OPENAI_API_KEY");
	for (size_t i = 0; i < settings->headers.count; i++)
		add_header(out, text_string(&settings->headers.items[i]));
	if (settings->insecure)
		add_option(out, "--insecure", NULL);
	if (settings->proxy.len)
		add_proxy(out, text_string(&settings->proxy));
	add_option(out, "-d", body);
}
