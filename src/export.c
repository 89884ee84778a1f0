/* export.c: a conversation as a document for others to read.
 *
 * Notices are the program's, not the conversation's, and left out. The true
 * characters are kept: each format has its own way to hold them. */
#include "export.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "ending.h"
#include "escape.h"
#include "json.h"
#include "storeline.h"

/* ---- What all of them say. */

static void
add_text(struct text *out, const struct text *text)
{
	text_append(out, text->bytes, text->len);
}

static void
add_author(struct text *out, const struct message *message)
{
	if (message->role == ROLE_USER) {
		text_add(out, "you");
		return;
	}
	text_add(out, message->engine);
	if (*message->model && strcmp(message->model, message->engine))
		text_printf(out, " (%s)", message->model);
}

static void
add_time(struct text *out, const struct message *message)
{
	time_t seconds = (time_t)(message->wall_ms / 1000);
	struct tm tm;
	char clock[32];

	if (localtime_r(&seconds, &tm) &&
	    strftime(clock, sizeof(clock), "%Y-%m-%d %H:%M:%S", &tm))
		text_add(out, clock);
}

/* Appends the line below a reply. False if it has none. */
static bool
add_ending(struct text *out, const struct message *message)
{
	struct text words = { 0 };

	if (message->role != ROLE_ASSISTANT ||
	    message->end.state == MESSAGE_STREAMING)
		return false;
	ending_print(&words, message, ", ", 0);
	text_add(out, ending_word(&message->end));
	if (words.len)
		text_printf(out, ": %s", text_string(&words));
	text_release(&words);
	return true;
}

/* A part of a message, with a name if it is not the text itself. */
typedef void part_fn(struct text *out, const char *name,
    const struct text *text);

static void
add_tool_calls(struct text *out, const struct message *message, part_fn *fn)
{
	struct text call = { 0 };

	for (size_t i = 0; i < message->tool_call_count; i++) {
		text_clear(&call);
		tool_call_print(&call, &message->tool_calls[i]);
		fn(out, "tool call", &call);
	}
	text_release(&call);
}

static void
add_others(struct text *out, const struct message *message, part_fn *fn)
{
	char name[40];

	for (size_t i = 0; i < message->other_count; i++) {
		snprintf(name, sizeof(name), "choice %lld",
		    (long long)message->others[i].index);
		fn(out, name, &message->others[i].text);
	}
}

static void
add_parts(struct text *out, const struct message *message, part_fn *fn)
{
	if (message->reasoning.len)
		fn(out, "reasoning", &message->reasoning);
	if (message->text.len)
		fn(out, NULL, &message->text);
	if (message->refusal.len)
		fn(out, "refusal", &message->refusal);
	add_tool_calls(out, message, fn);
	add_others(out, message, fn);
}

static void
for_each(struct text *out, const struct conversation *conversation,
    void (*fn)(struct text *out, const struct message *message))
{
	for (size_t i = 0; i < conversation->count; i++)
		if (conversation->messages[i]->role != ROLE_NOTICE)
			fn(out, conversation->messages[i]);
}

/* ---- Text. */

static void
end_line(struct text *out)
{
	if (out->len && out->bytes[out->len - 1] != '\n')
		text_add(out, "\n");
}

static void
txt_part(struct text *out, const char *name, const struct text *text)
{
	if (name)
		text_printf(out, "[%s]\n", name);
	add_text(out, text);
	end_line(out);
}

static void
txt_message(struct text *out, const struct message *message)
{
	struct text ending = { 0 };

	if (out->len)
		text_add(out, "\n");
	add_author(out, message);
	text_add(out, ", ");
	add_time(out, message);
	text_add(out, ":\n");
	add_parts(out, message, txt_part);
	if (add_ending(&ending, message))
		text_printf(out, "[%s]\n", text_string(&ending));
	text_release(&ending);
}

static void
export_txt(struct text *out, const struct conversation *conversation)
{
	if (conversation->system.len) {
		text_add(out, "system:\n");
		txt_part(out, NULL, &conversation->system);
	}
	for_each(out, conversation, txt_message);
}

/* ---- Markdown: all that was said stands in fences, so that it is what it was
 * and not what Markdown makes of it. */

enum { FENCE_LEAST = 3 };

static size_t
longest_run(const struct text *text, char byte)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < text->len; i++) {
		run = text->bytes[i] == byte ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest;
}

static void
add_fence(struct text *out, size_t len)
{
	while (len--)
		text_add(out, "`");
	text_add(out, "\n");
}

static void
md_part(struct text *out, const char *name, const struct text *text)
{
	size_t fence = longest_run(text, '`') + 1;

	if (fence < FENCE_LEAST)
		fence = FENCE_LEAST;
	if (name)
		text_printf(out, "*%s*\n\n", name);
	add_fence(out, fence);
	add_text(out, text);
	end_line(out);
	add_fence(out, fence);
	text_add(out, "\n");
}

/* Names of engines and words of servers are not ours: nothing in them is to be
 * mark-up. */
static void
md_add_plain(struct text *out, const struct text *text)
{
	for (size_t i = 0; i < text->len; i++) {
		if (strchr("\\`*_{}[]()<>#+-!|~&", text->bytes[i]) &&
		    text->bytes[i])
			text_add(out, "\\");
		text_append(out, text->bytes[i] == '\n' ? " "
			: text->bytes + i, 1);
	}
}

static void
md_message(struct text *out, const struct message *message)
{
	struct text plain = { 0 };

	add_author(&plain, message);
	text_add(out, "## ");
	md_add_plain(out, &plain);
	text_add(out, "\n\n");
	text_clear(&plain);
	add_time(&plain, message);
	text_printf(out, "%s\n\n", text_string(&plain));
	add_parts(out, message, md_part);
	text_clear(&plain);
	if (add_ending(&plain, message)) {
		text_add(out, "> ");
		md_add_plain(out, &plain);
		text_add(out, "\n\n");
	}
	text_release(&plain);
}

static void
add_title(struct text *out, const struct conversation *conversation)
{
	size_t at = 0;

	while (at < conversation->count &&
	    conversation->messages[at]->role != ROLE_USER)
		at++;
	if (at < conversation->count)
		storeline_title(out, conversation->messages[at]);
	if (!out->len)
		text_add(out, "a conversation");
}

static void
export_md(struct text *out, const struct conversation *conversation)
{
	struct text title = { 0 };

	add_title(&title, conversation);
	text_add(out, "# ");
	md_add_plain(out, &title);
	text_add(out, "\n\n");
	if (conversation->system.len)
		md_part(out, "system", &conversation->system);
	for_each(out, conversation, md_message);
	text_release(&title);
}

/* ---- HTML: one file, with nothing from elsewhere and no scripts. */

static const char html_style[] =
    ":root{color-scheme:light dark;--dim:light-dark(#6c6c6c,#8a8a8a);"
    "--line:light-dark(#d8d8d8,#3a3a3a)}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;"
    "padding:0 1rem}"
    "h1{font-size:1.3rem}"
    "article{border-top:1px solid var(--line);padding:.8rem 0}"
    "h2{font-size:1rem;margin:0}"
    ".user h2{color:light-dark(#005faf,#87d7ff)}"
    ".assistant h2{color:light-dark(#008700,#87d787)}"
    "time,footer,h3{color:var(--dim);font-size:.85rem;font-weight:normal}"
    "h2 time{float:right}h3{margin:.6rem 0 0}"
    "pre{font:.95rem/1.45 ui-monospace,monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere;margin:.3rem 0}";

static void
html_add(struct text *out, const struct text *text)
{
	for (size_t i = 0; i < text->len; i++) {
		char byte = text->bytes[i];

		if (byte == '&')
			text_add(out, "&amp;");
		else if (byte == '<')
			text_add(out, "&lt;");
		else if (byte == '>')
			text_add(out, "&gt;");
		else if (byte == '"')
			text_add(out, "&quot;");
		else if (byte == '\r')
			text_add(out, "&#13;");
		else if ((unsigned char)byte < ' ' && byte != '\n' &&
		    byte != '\t')
			/* HTML has no way to write it: its picture. */
			text_printf(out, "&#x%x;", 0x2400 + byte);
		else
			text_append(out, &byte, 1);
	}
}

static void
html_part(struct text *out, const char *name, const struct text *text)
{
	if (name)
		text_printf(out, "<h3>%s</h3>\n", name);
	/* A newline behind <pre> is dropped, so the first one is ours. */
	text_add(out, "<pre dir=\"auto\">\n");
	html_add(out, text);
	text_add(out, "</pre>\n");
}

static void
html_message(struct text *out, const struct message *message)
{
	struct text plain = { 0 };

	text_printf(out, "<article class=\"%s\">\n<h2>",
	    message->role == ROLE_USER ? "user" : "assistant");
	add_author(&plain, message);
	html_add(out, &plain);
	text_add(out, " <time>");
	add_time(out, message);
	text_add(out, "</time></h2>\n");
	add_parts(out, message, html_part);
	text_clear(&plain);
	if (add_ending(&plain, message)) {
		text_add(out, "<footer>");
		html_add(out, &plain);
		text_add(out, "</footer>\n");
	}
	text_add(out, "</article>\n");
	text_release(&plain);
}

static void
export_html(struct text *out, const struct conversation *conversation)
{
	struct text title = { 0 };

	add_title(&title, conversation);
	text_add(out, "<!DOCTYPE html>\n<html>\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width\">\n"
	    "<title>");
	html_add(out, &title);
	text_printf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>",
	    html_style);
	html_add(out, &title);
	text_add(out, "</h1>\n");
	if (conversation->system.len)
		html_part(out, "system", &conversation->system);
	for_each(out, conversation, html_message);
	text_add(out, "</body>\n</html>\n");
	text_release(&title);
}

/* ---- JSON: messages as the OpenAI API has them. */

static void
json_call(struct text *out, const struct tool_call *call)
{
	json_open(out, NULL, '{');
	json_string(out, "id", text_string(&call->id), call->id.len);
	json_text(out, "type", "function");
	json_open(out, "function", '{');
	json_string(out, "name", text_string(&call->name), call->name.len);
	json_string(out, "arguments", text_string(&call->arguments),
	    call->arguments.len);
	json_close(out, '}');
	json_close(out, '}');
}

static void
json_extras(struct text *out, const struct message *message)
{
	if (message->refusal.len)
		json_string(out, "refusal", message->refusal.bytes,
		    message->refusal.len);
	if (!message->tool_call_count)
		return;
	json_open(out, "tool_calls", '[');
	for (size_t i = 0; i < message->tool_call_count; i++)
		json_call(out, &message->tool_calls[i]);
	json_close(out, ']');
}

static void
json_message(struct text *out, const struct message *message)
{
	bool other = message->tool_call_count || message->refusal.len;

	text_add(out, out->bytes[out->len - 1] == '[' ? "\n" : ",\n");
	json_open(out, NULL, '{');
	json_text(out, "role",
	    message->role == ROLE_USER ? "user" : "assistant");
	if (message->text.len || !other)
		json_string(out, "content", text_string(&message->text),
		    message->text.len);
	else
		json_null(out, "content");
	json_extras(out, message);
	json_close(out, '}');
}

static void
export_json(struct text *out, const struct conversation *conversation)
{
	text_add(out, "{\"messages\":[");
	if (conversation->system.len) {
		text_add(out, "\n");
		json_open(out, NULL, '{');
		json_text(out, "role", "system");
		json_string(out, "content", conversation->system.bytes,
		    conversation->system.len);
		json_close(out, '}');
	}
	for_each(out, conversation, json_message);
	text_add(out, "\n]}\n");
}

/* ---- Which one. */

export_fn *
export_find(const char *path, struct text *error)
{
	static const struct {
		const char *ending;
		export_fn *fn;
	} formats[] = { { ".md", export_md }, { ".json", export_json },
		{ ".txt", export_txt }, { ".html", export_html } };
	size_t len = strlen(path);

	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		size_t ending = strlen(formats[i].ending);

		if (len > ending &&
		    !strcasecmp(path + len - ending, formats[i].ending))
			return formats[i].fn;
	}
	text_add(error, "the name of the file must end in .md, .json, .txt or "
	    ".html; ");
	escape_quote(error, path, len);
	text_add(error, " does not");
	return NULL;
}
