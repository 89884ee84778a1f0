/* progress.c: how far a long run is.
 *
 * The line of a terminal is written over with blanks and a carriage return:
 * each terminal can do that. */
#include "progress.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum {
	FRAME_MS = 100,
	LINE_MS = 10000,
	COLUMNS = 80, /* of a terminal that does not say */
	/* Of the bar, with its brackets. Where there is no room for the least,
	 * there is none. */
	BAR_LEAST = 10,
	BAR_MOST = 52,
	BAR_FROM = 40, /* on narrower terminals numbers come first */
};

/* ---- In words. */

static double
rate_of(const struct progress *progress)
{
	uint64_t done = progress->done - progress->before;

	return progress->us > 0 ? (double)done * 1e6 / (double)progress->us : 0;
}

static void
add_count(struct text *out, const struct progress *progress)
{
	text_printf(out, "%" PRIu64, progress->done);
	if (progress->total >= 0)
		text_printf(out, "/%" PRId64, progress->total);
}

static void
add_failed(struct text *out, const struct progress *progress)
{
	if (progress->failed)
		text_printf(out, "%" PRIu64 " failed", progress->failed);
}

static void
add_duration(struct text *out, int64_t seconds)
{
	if (seconds >= 3600)
		text_printf(out, "%" PRId64 ":%02d:%02d", seconds / 3600,
		    (int)(seconds / 60 % 60), (int)(seconds % 60));
	else
		text_printf(out, "%d:%02d", (int)(seconds / 60),
		    (int)(seconds % 60));
}

static void
add_left(struct text *out, const struct progress *progress)
{
	double rate = rate_of(progress);
	double left = (double)progress->total - (double)progress->done;

	if (progress->total < 0 || left < 0 || rate <= 0)
		return;
	add_duration(out, (int64_t)(left / rate + 0.5));
	text_add(out, " left");
}

static void
add_rate(struct text *out, const struct progress *progress)
{
	double rate = rate_of(progress);

	if (rate > 0)
		text_printf(out, "%.*f/s",
		    rate < 0.995 ? 2 : rate < 99.95, rate);
}

/* Those that matter most come first: a narrow line has no room for the rest. */
static void (*const parts[])(struct text *, const struct progress *) = {
	add_count, add_failed, add_left, add_rate,
};

enum { PARTS = sizeof(parts) / sizeof(*parts) };

/* All of it is ASCII: bytes are columns. */
static void
add_parts(struct text *out, const struct progress *progress,
    const char *separator, size_t room)
{
	struct text part = { 0 };

	for (size_t i = 0; i < PARTS; i++) {
		text_clear(&part);
		if (out->len)
			text_add(&part, separator);
		size_t empty = part.len;

		parts[i](&part, progress);
		if (part.len > empty && out->len + part.len <= room)
			text_append(out, part.bytes, part.len);
	}
	text_release(&part);
}

void
progress_sentence(struct text *out, const struct progress *progress)
{
	add_parts(out, progress, ", ", SIZE_MAX);
}

/* ---- The bar. */

static void
add_bar(struct text *out, const struct progress *progress, size_t width)
{
	uint64_t total = (uint64_t)progress->total;
	uint64_t done = progress->done < total ? progress->done : total;
	size_t full = total ? (size_t)((double)done / (double)total *
	    (double)(width - 2)) : width - 2;

	text_add(out, "[");
	for (size_t i = 0; i < width - 2; i++)
		text_add(out, i < full ? "=" : i == full ? ">" : " ");
	text_add(out, "] ");
}

void
progress_bar(struct text *out, const struct progress *progress, int columns)
{
	/* The last column stays free: some terminals wrap when it is filled. */
	size_t room = columns > 1 ? (size_t)columns - 1 : 0;
	bool bar = progress->total >= 0 && columns >= BAR_FROM;
	struct text words = { 0 };

	add_parts(&words, progress, "  ", bar ? room - BAR_LEAST - 1 : room);
	if (bar) {
		size_t width = room - 1 - words.len;

		add_bar(out, progress, width < BAR_MOST ? width : BAR_MOST);
	}
	text_append(out, words.bytes, words.len);
	text_release(&words);
}

/* ---- On standard error. */

static int
terminal_columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return COLUMNS;
	return size.ws_col;
}

/* A terminal that was stopped must not stop the run. */
static bool
takes_output(void)
{
	struct pollfd poll_error = { .fd = STDERR_FILENO, .events = POLLOUT };

	return poll(&poll_error, 1, 0) == 1;
}

static bool
same_text(const struct text *a, const struct text *b)
{
	return a->len == b->len && !strcmp(text_string(a), text_string(b));
}

/* Writes it in the place of what is shown. */
static void
show(struct progress_view *view, struct text *line)
{
	int blanks = view->shown.len > line->len
	    ? (int)(view->shown.len - line->len) : 0;

	if (same_text(line, &view->shown) || !takes_output())
		return;
	fprintf(stderr, "\r%s%*s\r", text_string(line), blanks, "");
	fflush(stderr);
	text_clear(&view->shown);
	text_append(&view->shown, line->bytes, line->len);
}

static void
tick(struct progress_view *view)
{
	struct text line = { 0 };

	view->now.us = loop_now(view->loop) - view->started_at;
	if (view->terminal) {
		progress_bar(&line, &view->now, terminal_columns());
		show(view, &line);
	} else if (takes_output()) {
		progress_sentence(&line, &view->now);
		fprintf(stderr, "echochat: %s\n", text_string(&line));
	}
	text_release(&line);
}

static void
set_timer(struct progress_view *view)
{
	loop_timer_set(view->loop, &view->timer, loop_now(view->loop) +
	    LOOP_MS(view->terminal ? FRAME_MS : LINE_MS));
}

static void
on_timer(void *data)
{
	struct progress_view *view = data;

	tick(view);
	set_timer(view);
}

void
progress_begin(struct progress_view *view, struct loop *loop)
{
	view->loop = loop;
	view->terminal = isatty(STDERR_FILENO);
	view->started_at = loop_now(loop);
	view->timer = (struct timer){ .fn = on_timer, .data = view };
	set_timer(view);
}

void
progress_hide(struct progress_view *view)
{
	struct text empty = { 0 };

	show(view, &empty);
}

void
progress_end(struct progress_view *view)
{
	if (!view->loop)
		return;
	loop_timer_stop(view->loop, &view->timer);
	progress_hide(view);
	text_release(&view->shown);
}
