/* textwatch.c: looks at the text of an answer for what does not belong there.
 * It changes nothing. */
#include "textwatch.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "../src/utf8.h"

static const struct {
	const char *tag;
	enum anomaly anomaly;
} tags[] = {
	{ "<think>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "</think>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "<thinking>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "</thinking>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "<seed:think>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "</seed:think>", ANOMALY_THINK_TAG_IN_TEXT },
	{ "[THINK]", ANOMALY_THINK_TAG_IN_TEXT },
	{ "[/THINK]", ANOMALY_THINK_TAG_IN_TEXT },
	{ "<s>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "</s>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<bos>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<eos>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<pad>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<unk>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<start_of_turn>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<end_of_turn>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "<SYS>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "</SYS>", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "[INST]", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
	{ "[/INST]", ANOMALY_SPECIAL_TOKEN_IN_TEXT },
};

/* True for <|name|>, whatever the name, in the bars of one kind. */
static bool
is_barred(const char *tag, size_t len, const char *bar)
{
	size_t width = strlen(bar);

	return len > 2 * width + 2 && !memcmp(tag + 1, bar, width) &&
	    !memcmp(tag + len - 1 - width, bar, width);
}

static void
classify(const struct textwatch *watch, struct report *report)
{
	const char *tag = watch->tag;
	size_t len = watch->tag_len;

	if (is_barred(tag, len, "|") || is_barred(tag, len, "\uff5c"))
		report_anomaly(report, ANOMALY_SPECIAL_TOKEN_IN_TEXT, tag,
		    len);
	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (strlen(tags[i].tag) == len &&
		    !strncasecmp(tags[i].tag, tag, len))
			report_anomaly(report, tags[i].anomaly, tag, len);
}

/* A tag has no blanks, so code like a <| b |> c is none. */
static void
watch_tag(struct textwatch *watch, struct report *report, const char *bytes,
    size_t len)
{
	char c = *bytes;

	if (c == '<' || c == '[')
		watch->tag_len = 0;
	else if (!watch->tag_len)
		return;
	if ((unsigned char)c <= ' ' ||
	    watch->tag_len + len > sizeof(watch->tag)) {
		watch->tag_len = 0;
		return;
	}
	memcpy(watch->tag + watch->tag_len, bytes, len);
	watch->tag_len += len;
	if (c != '>' && c != ']')
		return;
	classify(watch, report);
	watch->tag_len = 0;
}

static bool
is_control(int32_t c)
{
	return (c < ' ' && c != '\t' && c != '\n' && c != '\r') ||
	    (c >= 0x7f && c <= 0x9f);
}

static bool
is_bidi(int32_t c)
{
	return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static void
watch_controls(struct textwatch *watch, struct report *report,
    const char *bytes, size_t len, int32_t c)
{
	if (c != '\n')
		textwatch_end(watch, report);
	watch->after_cr = c == '\r';
	if (is_control(c))
		report_anomaly(report, ANOMALY_CONTROL_CHARS_IN_TEXT, bytes,
		    len);
	else if (is_bidi(c))
		report_anomaly(report, ANOMALY_BIDI_CONTROL_IN_TEXT, bytes,
		    len);
}

void
textwatch_feed(struct textwatch *watch, struct report *report,
    const char *bytes, size_t len)
{
	int32_t c;

	for (size_t at = 0, n; at < len; at += n) {
		n = utf8_next(bytes + at, len - at, &c);
		watch_controls(watch, report, bytes + at, n, c);
		watch_tag(watch, report, bytes + at, n);
	}
}

/* A CR is no control character before an LF only. */
void
textwatch_end(struct textwatch *watch, struct report *report)
{
	if (watch->after_cr)
		report_anomaly(report, ANOMALY_CONTROL_CHARS_IN_TEXT, "\r", 1);
	watch->after_cr = false;
}
