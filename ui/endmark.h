/* endmark.h: the mark and the style of how a reply ended. */
#ifndef ENDMARK_H
#define ENDMARK_H

#include "../src/conversation.h"
#include "theme.h"

enum style endmark_style(const struct ending *end);
enum glyph endmark_glyph(const struct ending *end);

#endif
