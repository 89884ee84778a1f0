/* said.c: the end of what an engine has said as its answer. */
#include "said.h"

#include <string.h>

enum { MOST = 256 };

void
said_begin(struct said *said, const struct settings *settings)
{
	text_clear(&said->end);
	said->visible = settings->include_stop_str_in_output;
	said->len = said->passed = 0;
	said->most = MOST;
}

void
said_release(struct said *said)
{
	text_release(&said->end);
}

/* Returns what an event adds, which is the end of its bytes. Text that is let
 * go after it was held back is no news. */
static const char *
news_of(const struct said *said, const struct engine_event *event, size_t *len)
{
	uint64_t end = said->passed + event->len;
	bool tells = event->kind == ENGINE_TEXT ||
	    event->kind == ENGINE_HELD ||
	    (event->kind == ENGINE_MATCHED && !said->visible);

	*len = 0;
	if (!tells || end <= said->len)
		return NULL;
	*len = event->len;
	if (end - said->len < event->len)
		*len = (size_t)(end - said->len);
	return event->bytes + event->len - *len;
}

void
said_event(struct said *said, const struct engine_event *event, size_t longest)
{
	size_t len;
	const char *news = news_of(said, event, &len);

	if (event->kind == ENGINE_TEXT)
		said->passed += event->len;
	said->len += len;
	if (longest && len)
		text_append(&said->end, news, len);
	/* Not each time: what is moved is less than what has gone. */
	if (said->end.len < said->most)
		return;
	if (said->end.len > longest)
		text_drop(&said->end, said->end.len - longest);
	said->most = 2 * longest + MOST;
}

/* Whether it ends behind len bytes of the news. */
static bool
ends_there(const struct said *said, const struct text *text, const char *news,
    size_t len)
{
	size_t in_news = len < text->len ? len : text->len;
	size_t before = text->len - in_news;

	return before <= said->end.len &&
	    !memcmp(text->bytes + before, news + len - in_news, in_news) &&
	    (!before || !memcmp(text->bytes,
		said->end.bytes + said->end.len - before, before));
}

bool
said_completes(const struct said *said, const struct text *text,
    const struct engine_event *event)
{
	size_t len;
	const char *news = news_of(said, event, &len);

	for (size_t i = 1; i <= len; i++)
		if (ends_there(said, text, news, i))
			return true;
	return false;
}
