/* commands.h: what the commands of the table do, file by file. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "app.h"

/* ---- Each is the run() of a struct command. */

/* command_set.c: settings and lists. */
bool run_set(struct app *app, const char *args);
bool run_unset(struct app *app, const char *args);
bool run_stop(struct app *app, const char *args);
bool run_eos(struct app *app, const char *args);
bool run_stop_token_ids(struct app *app, const char *args);
bool run_record(struct app *app, const char *args);

/* command_chat.c: the conversation and who answers. */
bool run_system(struct app *app, const char *args);
bool run_model(struct app *app, const char *args);
bool run_engine(struct app *app, const char *args);
bool run_new(struct app *app, const char *args);

/* command_revise.c: messages again: asked, said, shown, copied. */
bool run_retry(struct app *app, const char *args);
bool run_edit(struct app *app, const char *args);
bool run_version(struct app *app, const char *args);
bool run_undo(struct app *app, const char *args);
bool run_copy(struct app *app, const char *args);

/* command_compare.c */
bool run_compare(struct app *app, const char *args);

/* command_find.c */
bool run_find(struct app *app, const char *args);

/* command_hold.c: a reply is held, walked through, and where. */
bool run_pause(struct app *app, const char *args);
bool run_step(struct app *app, const char *args);
bool run_resume(struct app *app, const char *args);
bool run_speed(struct app *app, const char *args);
bool run_break(struct app *app, const char *args);

/* command_wire.c: the trace and what went over the wire. */
bool run_raw(struct app *app, const char *args);
bool run_curl(struct app *app, const char *args);
bool run_trace(struct app *app, const char *args);

/* command_timing.c: times of the last replies. */
bool run_timing(struct app *app, const char *args);

/* command_demo.c */
bool run_demo(struct app *app, const char *args);

/* command_store.c: conversations in files. */
bool run_sessions(struct app *app, const char *args);
bool run_load(struct app *app, const char *args);
bool run_save(struct app *app, const char *args);
bool run_export(struct app *app, const char *args);

/* ---- Helpers. */

/* Cuts the first word off; returns what stands behind it and the blanks. The
 * caller frees *word. */
const char *command_cut_word(const char *args, char **word);
/* Appends the names of files that begin as typed, each with a NUL behind it.
 * command_files.c. */
void command_add_files(const char *typed, struct text *out);
/* Takes the quotes off that /set and /stop show around strings. The caller
 * frees it. */
char *command_unquoted(const char *text);

#endif
