/*
 * Time left is that of the rate so far. The line is redrawn ten times a second at most, and not at
 * all on a terminal that cannot move back on a line.
 */
#include "cli/render/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/process.h"

static const double redraw_seconds = 0.1;

bool progress_is_shown(enum verbosity verbosity)
{
    const char *terminal = getenv("TERM");
    return process_stderr_is_terminal() && !(terminal && strcmp(terminal, "dumb") == 0) &&
           verbosity != VERBOSITY_QUIET;
}

void progress_begin(struct progress *progress, struct messages *messages, enum verbosity verbosity,
                    const struct progress_whole *whole)
{
    *progress = (struct progress){messages, progress_is_shown(verbosity), 0.0, whole};
}

static void format_remaining(double seconds, char *text, size_t size)
{
    unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole < 60) {
        snprintf(text, size, "%lu s", whole);
    } else if (whole < 3600) {
        snprintf(text, size, "%lu min %02lu s", whole / 60, whole % 60);
    } else {
        snprintf(text, size, "%lu h %02lu min", whole / 3600, whole / 60 % 60);
    }
}

/* How long `left` tiles take if `done` took so long; "?" before the first. */
static void format_rest(size_t done, size_t left, double seconds, char rest[32])
{
    snprintf(rest, 32, "?");
    if (done > 0 && seconds > 0.0) {
        format_remaining((double)left * seconds / (double)done, rest, 32);
    }
}

static void format_failures(size_t failed, char failures[32])
{
    failures[0] = '\0';
    if (failed > 0) {
        snprintf(failures, 32, ", %zu failed", failed);
    }
}

void progress_format_whole(const struct progress_whole *whole, size_t done, size_t total,
                           size_t failed, double seconds, char line[PROGRESS_LINE_BYTES])
{
    char rest[32];
    char failures[32];
    size_t done_in_all = whole->tiles_before + done;
    size_t left = whole->tiles_all > done_in_all ? whole->tiles_all - done_in_all : 0;
    format_rest(done_in_all, left, seconds, rest);
    format_failures(failed, failures);
    snprintf(line, PROGRESS_LINE_BYTES, "map %zu of %zu, %.40s: %zu/%zu tiles, %s left in all%s",
             whole->number, whole->count, whole->map, done, total, rest, failures);
}

void progress_format(size_t done, size_t total, size_t failed, double seconds,
                     char line[PROGRESS_LINE_BYTES])
{
    char rest[32];
    char failures[32];
    double rate = seconds > 0.0 ? (double)done / seconds : 0.0;
    format_rest(done, total - done, seconds, rest);
    format_failures(failed, failures);
    snprintf(line, PROGRESS_LINE_BYTES, "%zu/%zu tiles, %.1f tiles/s, %s left%s", done, total, rate,
             rest, failures);
}

void progress_update(struct progress *progress, size_t done, size_t total, size_t failed,
                     double seconds)
{
    if (!progress->shown || seconds - progress->last_seconds < redraw_seconds) {
        return;
    }
    char line[PROGRESS_LINE_BYTES];
    if (progress->whole) {
        progress_format_whole(progress->whole, done, total, failed,
                              clock_seconds() - progress->whole->began, line);
    } else {
        progress_format(done, total, failed, seconds, line);
    }
    progress->last_seconds = seconds;
    messages_status(progress->messages, line);
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        messages_status(progress->messages, "");
    }
}
