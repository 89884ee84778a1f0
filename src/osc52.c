/* osc52.c: what a terminal is sent to put a text on the clipboard. */
#include "osc52.h"

#include <stdint.h>
#include <string.h>

/* Longer strings are cut by screen; with what stands around them. */
enum { PIECE = 768 - 4 };

static void
add_group(struct text *out, const char *bytes, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t group = 0;
	char four[4];

	for (size_t i = 0; i < 3; i++)
		group = group << 8 | (i < len ? (unsigned char)bytes[i] : 0);
	for (size_t i = 0; i < 4; i++)
		four[i] = i <= len ? digits[group >> (18 - 6 * i) & 63] : '=';
	text_append(out, four, sizeof(four));
}

static void
add_base64(struct text *out, const char *bytes, size_t len)
{
	for (; len > 3; bytes += 3, len -= 3)
		add_group(out, bytes, 3);
	if (len)
		add_group(out, bytes, len);
}

/* Every ESC twice. */
static void
wrap_for_tmux(struct text *out, const struct text *sequence)
{
	text_add(out, "\033Ptmux;");
	for (size_t i = 0; i < sequence->len; i++) {
		if (sequence->bytes[i] == '\033')
			text_add(out, "\033");
		text_append(out, sequence->bytes + i, 1);
	}
	text_add(out, "\033\\");
}

static void
wrap_for_screen(struct text *out, const struct text *sequence)
{
	for (size_t at = 0; at < sequence->len; at += PIECE) {
		size_t left = sequence->len - at;

		text_add(out, "\033P");
		text_append(out, sequence->bytes + at,
		    left < PIECE ? left : PIECE);
		text_add(out, "\033\\");
	}
}

size_t
osc52_print(struct text *out, const char *bytes, size_t len,
    enum osc52_wrap wrap)
{
	static const char begin[] = "\033]52;c;";
	struct text sequence = { 0 };
	size_t digits;

	text_add(&sequence, begin);
	add_base64(&sequence, bytes, len);
	digits = sequence.len - strlen(begin);
	text_add(&sequence, "\a");
	if (wrap == OSC52_TMUX)
		wrap_for_tmux(out, &sequence);
	else if (wrap == OSC52_SCREEN)
		wrap_for_screen(out, &sequence);
	else
		text_append(out, sequence.bytes, sequence.len);
	text_release(&sequence);
	return digits;
}
