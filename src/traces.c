/* traces.c: front end: in=trace.
 *
 * Nothing waits for anything here, so there is no loop: files are read one
 * after the other, and each request is written when it was read. */
#include "traces.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blockset.h"
#include "lines.h"
#include "perfetto.h"
#include "status.h"
#include "tracefile.h"
#include "tracejson.h"
#include "tracesum.h"
#include "tracetable.h"

/* Of more broken lines of a file only the number is told. */
enum { PIECE = 65536, NAMED_MOST = 100 };

enum output { OUTPUT_TABLE, OUTPUT_JSON, OUTPUT_NONE };

struct traces {
	enum output output;
	struct tracefile *reader;
	struct blockset seen;
	struct tracesum sum;
	struct tracetable table;
	FILE *perfetto_file;
	struct perfetto *perfetto;
	struct text text; /* to be written; or the reason why a line is none */
};

/* A file while it is read. */
struct input {
	struct traces *traces;
	const char *name; /* for people */
	int fd;
	struct lines *lines;
	uint64_t line; /* number, from 1 on */
	uint64_t broken;
};

static void
complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
complain(const char *format, ...)
{
	char sentence[4096];
	va_list args;

	va_start(args, format);
	vsnprintf(sentence, sizeof(sentence), format, args);
	va_end(args);
	status_complain(sentence);
}

/* ---- Records. */

static void
write_out(struct traces *traces)
{
	fwrite(text_string(&traces->text), 1, traces->text.len, stdout);
	text_clear(&traces->text);
}

static void
take_request(struct input *input, const struct tracefile_record *record)
{
	struct traces *traces = input->traces;

	switch (traces->output) {
	case OUTPUT_TABLE:
		if (!traces->sum.requests)
			tracetable_head(&traces->table, &traces->text);
		tracetable_row(&traces->table, &traces->text, record);
		break;
	case OUTPUT_JSON:
		tracejson_request(&traces->text, input->name, input->line,
		    record);
		break;
	case OUTPUT_NONE:
		break;
	}
	write_out(traces);
	if (traces->perfetto)
		perfetto_add(traces->perfetto, input->name, record);
}

static void
take_broken(struct input *input, const char *why)
{
	input->traces->sum.broken++;
	if (input->broken++ < NAMED_MOST)
		complain("%s:%" PRIu64 ": not a trace record: %s",
		    input->name, input->line, why);
}

static bool
is_blank(struct span line)
{
	return !span_trim(line).len;
}

static void
take_line(struct input *input, struct span line, bool open)
{
	struct traces *traces = input->traces;
	struct tracefile_record record;

	if (is_blank(line))
		return;
	if (!tracefile_read(traces->reader, line, &record, &traces->text)) {
		/* What is said about the end of the file says this too. */
		if (!open)
			take_broken(input, text_string(&traces->text));
		else if (!lines_fault(input->lines))
			take_broken(input, "the file ends within the line");
		text_clear(&traces->text);
		return;
	}
	record.shared = blockset_share(&traces->seen, record.hashes,
	    record.blocks);
	if (record.is_request)
		take_request(input, &record);
	tracesum_add(&traces->sum, &record);
}

/* ---- Files. */

static void
take_lines(struct input *input)
{
	enum lines_result result;
	struct span line;

	while ((result = lines_next(input->lines, &line)) != LINES_NONE) {
		input->line++;
		if (result == LINES_LONG)
			take_broken(input, "it is longer than 16 MB");
		else
			take_line(input, line, result == LINES_OPEN);
	}
}

/* False if it could not be read to its end. */
static bool
read_input(struct input *input)
{
	char piece[PIECE];
	ssize_t got;

	while ((got = read(input->fd, piece, sizeof(piece))) != 0) {
		if (got > 0) {
			lines_feed(input->lines, piece, (size_t)got);
			take_lines(input);
		} else if (errno != EINTR) {
			complain("cannot read %s: %s", input->name,
			    strerror(errno));
			return false;
		}
	}
	return true;
}

static void
tell_rest(const struct input *input)
{
	if (input->broken > NAMED_MOST)
		complain("%s: %" PRIu64 " more lines are no trace records",
		    input->name, input->broken - NAMED_MOST);
	if (lines_fault(input->lines))
		complain("%s: %s; what stands before is read", input->name,
		    lines_fault(input->lines));
}

static bool
read_open(struct traces *traces, const char *name, int fd)
{
	struct input input = { .traces = traces, .name = name, .fd = fd,
		.lines = lines_new() };
	uint64_t records = tracesum_records(&traces->sum);
	bool ok = read_input(&input);

	lines_end(input.lines);
	take_lines(&input);
	tell_rest(&input);
	if (ok && tracesum_records(&traces->sum) == records) {
		complain("%s: there is no trace record in it", name);
		ok = false;
	}
	lines_free(input.lines);
	return ok;
}

static bool
is_standard(const char *path)
{
	return !strcmp(path, "-");
}

static bool
read_path(struct traces *traces, const char *path)
{
	bool ok;
	int fd;

	if (is_standard(path))
		return read_open(traces, "standard input", STDIN_FILENO);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		complain("cannot open %s: %s", path, strerror(errno));
		return false;
	}
	ok = read_open(traces, path, fd);
	close(fd);
	return ok;
}

/* ---- The trace for Perfetto. */

/* Whether writing to path would destroy one of the files. */
static bool
is_input(const struct options *options, const char *path)
{
	struct stat out, in;

	if (stat(path, &out) || !S_ISREG(out.st_mode))
		return false;
	for (size_t i = 0; i < options->trace_count; i++)
		if (!stat(options->traces[i], &in) &&
		    in.st_dev == out.st_dev && in.st_ino == out.st_ino)
			return true;
	return false;
}

static bool
open_perfetto(struct traces *traces, const struct options *options)
{
	const char *path = options->perfetto;

	if (!path)
		return true;
	if (is_input(options, path)) {
		complain("--perfetto would write over %s, which is to be read",
		    path);
		return false;
	}
	traces->perfetto_file = is_standard(path) ? stdout : fopen(path, "we");
	if (!traces->perfetto_file) {
		complain("--perfetto: cannot open %s: %s", path,
		    strerror(errno));
		return false;
	}
	traces->perfetto = perfetto_new(traces->perfetto_file);
	return true;
}

/* For standard output, main() looks whether all could be written. */
static bool
close_perfetto(struct traces *traces, const char *path)
{
	uint64_t left_out;
	bool failed;

	if (!traces->perfetto)
		return true;
	left_out = perfetto_finish(traces->perfetto);
	if (left_out)
		complain("--perfetto: %" PRIu64 " request%s left out: the time "
		    "is not known", left_out, left_out == 1 ? "" : "s");
	if (traces->perfetto_file == stdout)
		return true;
	failed = ferror(traces->perfetto_file);
	if (!fclose(traces->perfetto_file) && !failed)
		return true;
	complain("--perfetto: cannot write %s", path);
	return false;
}

/* ---- All of it. */

static int
terminal_width(void)
{
	struct winsize size;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return TRACETABLE_WIDTH;
	return size.ws_col;
}

static enum output
choose_output(const struct options *options)
{
	if (options->perfetto && is_standard(options->perfetto))
		return OUTPUT_NONE;
	return options->json ? OUTPUT_JSON : OUTPUT_TABLE;
}

static void
write_sums(struct traces *traces)
{
	traces->sum.shared_more = traces->seen.full;
	if (traces->output == OUTPUT_JSON)
		tracejson_summary(&traces->text, &traces->sum);
	if (traces->output == OUTPUT_TABLE && traces->sum.requests)
		text_add(&traces->text, "\n");
	if (traces->output == OUTPUT_TABLE)
		tracetable_sums(&traces->table, &traces->text, &traces->sum);
	write_out(traces);
}

static bool
read_all(struct traces *traces, const struct options *options)
{
	bool ok = true;

	for (size_t i = 0; i < options->trace_count; i++)
		ok &= read_path(traces, options->traces[i]);
	write_sums(traces);
	return ok;
}

int
traces_run(const struct options *options)
{
	struct traces traces = { .output = choose_output(options) };
	bool ok;

	/* A reader that has gone ends us, however much is left to read. */
	signal(SIGPIPE, SIG_DFL);
	if (traces.output == OUTPUT_NONE && options->json) {
		complain("--json and --perfetto - both write to standard "
			 "output; name a file behind --perfetto");
		return STATUS_USAGE;
	}
	if (!open_perfetto(&traces, options))
		return STATUS_FAILED;
	tracetable_init(&traces.table, terminal_width());
	traces.reader = tracefile_new();
	ok = read_all(&traces, options);
	ok &= close_perfetto(&traces, options->perfetto);
	tracefile_free(traces.reader);
	tracesum_release(&traces.sum);
	blockset_release(&traces.seen);
	text_release(&traces.text);
	return ok ? STATUS_OK : STATUS_FAILED;
}
