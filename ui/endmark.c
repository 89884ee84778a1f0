/* endmark.c: the mark and the style of how a reply ended. */
#include "endmark.h"

#include "../src/ending.h"

enum style
endmark_style(const struct ending *end)
{
	switch (ending_kind(end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return STYLE_LENGTH;
	case ENDING_BROKEN:
		return STYLE_CUT;
	case ENDING_CANCELLED:
		return STYLE_CANCELLED;
	}
	return STYLE_STOP;
}

enum glyph
endmark_glyph(const struct ending *end)
{
	switch (ending_kind(end)) {
	case ENDING_STOP:
		break;
	case ENDING_SHORT:
		return GLYPH_LENGTH;
	case ENDING_BROKEN:
		return GLYPH_CUT;
	case ENDING_CANCELLED:
		return GLYPH_CANCELLED;
	}
	return GLYPH_STOP;
}
