/* fuzz_answer.c: any bytes as the reply of a server. However they come cut,
 * the events are the same, and there is one last event. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "answer_log.h"

enum { CHOSEN = 4 };

static void
add_stop(struct settings *settings, const char *stop)
{
	struct text text = { 0 };

	text_add(&text, stop);
	strings_add(&settings->stop, &text);
	text_release(&text);
}

static void
choose(struct settings *settings, uint8_t bits)
{
	settings_init(settings);
	if (bits & 1)
		add_stop(settings, "aab");
	if (bits & 2)
		add_stop(settings, "\n\n");
	settings->include_stop_str_in_output = bits & 4;
	settings->n = bits & 8 ? 2 : -1;
	settings->max_tokens = bits & 16 ? 2 : -1;
	settings->endpoint =
	    bits & 32 ? ENDPOINT_COMPLETIONS : ENDPOINT_CHAT;
}

static void
run(struct answer_log *log, const struct settings *settings,
    const uint8_t *chosen, const char *bytes, size_t len, size_t step)
{
	static const char *const types[] = { "text/event-stream",
		"application/json", "", "Text/Event-Stream ; charset=utf-8" };
	static const int statuses[] = { 200, 200, 200, 204, 307, 400, 429,
		502 };
	struct answer *answer = answer_new(settings, log_event, log);

	answer_head(answer, statuses[chosen[1] & 7], types[chosen[1] >> 3 & 3],
	    chosen[1] & 32 ? "gzip" : "", chosen[1] & 64 ? "7.5" : "x", 0);
	for (size_t at = 0; at < len; at += step)
		answer_body(answer, bytes + at,
		    len - at < step ? len - at : step);
	answer_end(answer, (enum answer_end)(chosen[2] % 5), "");
	answer_free(answer);
	log_flush(log);
	assert(log->last == 1);
	assert(log->answered <= 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings settings;
	struct answer_log whole = { 0 }, cut = { 0 };
	const char *bytes = (const char *)data + CHOSEN;

	if (size < CHOSEN)
		return 0;
	choose(&settings, data[0]);
	run(&whole, &settings, data, bytes, size - CHOSEN, size);
	run(&cut, &settings, data, bytes, size - CHOSEN, data[3] % 16u + 1);
	assert(!strcmp(text_string(&whole.all), text_string(&cut.all)));
	assert(whole.text.len == cut.text.len);
	assert(whole.tokens == cut.tokens);
	log_release(&whole);
	log_release(&cut);
	settings_release(&settings);
	return 0;
}
