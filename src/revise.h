/* revise.h: asking and saying things in another way: earlier versions stay, and
 * are shown again. Messages are named by their index; each function says so if
 * there is nothing to do. */
#ifndef REVISE_H
#define REVISE_H

#include <stdbool.h>
#include <stddef.h>

#include "app.h"

/* Returns the index of message number n (from 1, without notices), or -1. */
long revise_message(const struct app *app, long n);
/* Returns the index of the last message, without notices, or -1. */
long revise_last(const struct app *app);
/* Returns the index of the last message of the user up to this one, or -1. */
long revise_question(const struct app *app, long at);

/* Asks the question of this message again. False: not now. */
bool revise_retry(struct app *app, long at);
/* Makes room for another answer to the question at this index: what comes next
 * is a version of the one that is there. No reply streams. */
void revise_answer(struct app *app, long question);
/* Puts the question of this message into the line; what is sent next is a
 * version of it. False: not now. */
bool revise_edit(struct app *app, long at, bool editor);
/* What is sent next is a message like any other. */
void revise_leave(struct app *app);
/* Makes room for the version, if one is being edited. */
void revise_send(struct app *app);

/* Shows the version that many further on, of this message; -1: of the last that
 * has any. False: not now. */
bool revise_step(struct app *app, long at, int step);
/* Shows the version of that number (from 1) of the last message that has any,
 * or says how many there are if it is 0. False: not now. */
bool revise_show(struct app *app, long number);

#endif
