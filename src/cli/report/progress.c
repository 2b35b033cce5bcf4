/*
 * Time left is that of the rate so far. The line is redrawn ten times a second at most, and not at
 * all on a terminal that cannot move back on a line.
 */
#include "cli/report/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/process.h"

static const double redraw_seconds = 0.1;

void progress_begin(struct progress *progress, struct messages *messages, enum verbosity verbosity)
{
    const char *terminal = getenv("TERM");
    bool can_draw = process_stderr_is_terminal() && !(terminal && strcmp(terminal, "dumb") == 0);
    *progress = (struct progress){messages, can_draw && verbosity != VERBOSITY_QUIET, 0.0};
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

void progress_format(size_t done, size_t total, size_t failed, double seconds,
                     char line[PROGRESS_LINE_BYTES])
{
    char rest[32] = "?";
    char failures[32] = "";
    double rate = seconds > 0.0 ? (double)done / seconds : 0.0;
    if (rate > 0.0) {
        format_remaining((double)(total - done) / rate, rest, sizeof rest);
    }
    if (failed > 0) {
        snprintf(failures, sizeof failures, ", %zu failed", failed);
    }
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
    progress_format(done, total, failed, seconds, line);
    progress->last_seconds = seconds;
    messages_status(progress->messages, line);
}

void progress_end(struct progress *progress)
{
    if (progress->shown) {
        messages_status(progress->messages, "");
    }
}
