/* comparing.h: a comparison in the chat: begun, and one of the replies taken
 * into the conversation. */
#ifndef COMPARING_H
#define COMPARING_H

#include "app.h"

/* Sends the conversation up to the last message of the user to the engines of
 * the words; none: those of --compare. One engine is compared with that of the
 * chat. Says so if it cannot. */
void comparing_start(struct app *app, const char *words);
/* Ends early what streams. False if nothing does. */
bool comparing_stop(struct app *app);
/* Takes a reply (from 0) into the conversation, as an answer to the message of
 * the user: another version if there is one. Says so if it cannot. */
void comparing_take(struct app *app, size_t index);
/* Nobody needs the replies any more. */
void comparing_close(struct app *app);

#endif
