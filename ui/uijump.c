/* uijump.c: from a character of a reply to the line of the trace that it came
 * with, and back. */
#include "uistate.h"

/* ---- From the trace to the chat. */

static void
show_brought(struct ui *ui, const struct trace_entry *entry)
{
	struct find_place place;

	if (!entry->brought.message)
		ui_hint(ui, "no character of a reply came with this line");
	else if (chatview_bytes_place(ui->chatview, &entry->brought, &place)) {
		chatview_show_bytes(ui->chatview, &entry->brought);
		ui_show_place(ui, &place);
	} else
		ui_hint(ui, "what came with this line is not shown: it was held "
		    "back or cut off, or the reply is not there any more");
}

/* ---- From the chat to the trace. */

static const struct message *
message_at(const struct ui *ui, size_t at)
{
	return ui->conversation->messages[at];
}

/* The end of the last reply. False if there is none. */
static bool
find_last(const struct ui *ui, struct trace_brought *bytes)
{
	const struct message *message;
	size_t at = ui->conversation->count;

	while (at && message_at(ui, at - 1)->role != ROLE_ASSISTANT)
		at--;
	if (!at)
		return false;
	message = message_at(ui, at - 1);
	*bytes = (struct trace_brought){ .message = message->id,
		.part = message->text.len ? TIMINGS_TEXT : TIMINGS_REASONING,
		.from = message->text.len ? message->text.len
					  : message->reasoning.len };
	return bytes->from-- > 0;
}

/* Finds what the reader looks at: what was found, the beginning of the message
 * that is selected, or the end of the last reply. */
static bool
find_bytes(struct ui *ui, struct trace_brought *bytes)
{
	const struct find_place *here = find_here(ui->find.find);
	size_t at = conversation_find(ui->conversation, ui->cursor);

	if (ui_is_finding(ui) && here)
		return chatview_place_bytes(ui->chatview, here, bytes);
	if (at == ui->conversation->count)
		return find_last(ui, bytes);
	*bytes = (struct trace_brought){ .message = ui->cursor,
		.part = message_at(ui, at)->reasoning.len ? TIMINGS_REASONING
							  : TIMINGS_TEXT };
	return message_at(ui, at)->role == ROLE_ASSISTANT;
}

static void
go_to_line(struct ui *ui, const struct trace_entry *entry)
{
	if (ui_is_finding(ui))
		ui_find_close(ui);
	ui_leave_cursor(ui);
	ui->trace_focus = true;
	ui_select_line(ui, entry->id);
	show_brought(ui, entry);
}

static void
go_to_bringer(struct ui *ui, const struct trace_brought *bytes)
{
	const struct trace_entry *entry = trace_bringer(ui->trace,
	    bytes->message, bytes->part, bytes->from);

	if (!entry)
		ui_hint(ui, ui->trace->dropped
			? "the line that it came with has gone: the trace keeps "
			  "the last 10000"
			: "the trace has no line that it came with");
	else if (!traceview_shows(ui->traceview, (size_t)entry->id))
		ui_hint(ui, "the filter hides the line that it came with; "
		    "/trace filter off");
	else
		go_to_line(ui, entry);
}

void
ui_jump(struct ui *ui)
{
	struct trace_brought bytes;

	if (ui->layout.place == TRACE_OFF || ui->layout.too_small) {
		ui_hint(ui, "the trace is not shown; F2 shows it");
	} else if (ui->trace_focus) {
		if (ui_is_finding(ui))
			ui_find_close(ui);
		if (trace_find(ui->trace, ui->selected))
			show_brought(ui, trace_find(ui->trace, ui->selected));
	} else if (find_bytes(ui, &bytes)) {
		go_to_bringer(ui, &bytes);
	} else {
		ui_hint(ui, "only characters of a reply came with a line of the "
		    "trace");
	}
}
