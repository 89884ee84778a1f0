/* uicursor.c: the message that is selected in the chat, and what is done with
 * it. */
#include "uistate.h"

#include "input.h"

static const struct conversation *
conversation(const struct ui *ui)
{
	return ui->conversation;
}

static bool
is_notice(const struct ui *ui, size_t at)
{
	return conversation(ui)->messages[at]->role == ROLE_NOTICE;
}

static void
select_message(struct ui *ui, size_t at)
{
	ui->cursor = conversation(ui)->messages[at]->id;
	chatview_select(ui->chatview, ui->cursor);
	pane_show(&ui->chat, at);
	ui_touch(ui);
}

void
ui_leave_cursor(struct ui *ui)
{
	ui->cursor = 0;
	chatview_select(ui->chatview, 0);
	ui_touch(ui);
}

/* Returns the index of the selected message, or count if there is none. */
static size_t
selected(const struct ui *ui)
{
	return conversation_find(conversation(ui), ui->cursor);
}

/* Without a cursor it begins below what can be seen. */
static void
move_up(struct ui *ui, size_t at)
{
	const size_t count = conversation(ui)->count;

	if (at == count && !ui->chat.follow && ui->chat.last < count)
		at = ui->chat.last + 1;
	while (at > 0 && is_notice(ui, at - 1))
		at--;
	if (at > 0)
		select_message(ui, at - 1);
}

/* Behind the last message is the line. */
static void
move_down(struct ui *ui, size_t at)
{
	do {
		at++;
	} while (at < conversation(ui)->count && is_notice(ui, at));
	if (at < conversation(ui)->count)
		select_message(ui, at);
	else
		ui_leave_cursor(ui);
}

void
ui_move_cursor(struct ui *ui, int direction)
{
	if (ui->trace_focus)
		ui_focus_chat(ui);
	if (direction < 0)
		move_up(ui, selected(ui));
	else
		move_down(ui, selected(ui));
}

void
ui_reveal(struct ui *ui, uint64_t id)
{
	size_t at = conversation_find(conversation(ui), id);

	if (at < conversation(ui)->count)
		pane_show(&ui->chat, at);
	ui_touch(ui);
}

void
ui_fold_message(struct ui *ui)
{
	size_t at = selected(ui);

	if (at == conversation(ui)->count)
		ui_hint(ui, "Alt+Up selects the message to fold");
	else
		chatview_fold_one(ui->chatview, ui->cursor);
}

/* The selected message, if it was put away, is now another one in its place. */
static void
stay_selected(struct ui *ui, size_t at)
{
	if (!ui->cursor)
		return;
	if (at < conversation(ui)->count && !is_notice(ui, at))
		select_message(ui, at);
	else
		ui_leave_cursor(ui);
}

void
ui_act(struct ui *ui, enum ui_action action)
{
	size_t at = selected(ui), len;

	input_line(&len);
	if (action == UI_EDIT && len) {
		ui_hint(ui, "the line is not empty; Ctrl-C clears it");
		return;
	}
	ui->handlers.act(ui->handlers.data, action,
	    at < conversation(ui)->count ? ui->cursor : 0);
	if (action == UI_RETRY || action == UI_EDIT)
		ui_leave_cursor(ui);
	else if (action != UI_COPY)
		stay_selected(ui, at);
}
