/* The progress line of a long run: on a terminal only, redrawn a few times a second. */
#ifndef CLI_REPORT_PROGRESS_H
#define CLI_REPORT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/messages.h"

enum { PROGRESS_LINE_BYTES = 100 };

struct progress {
    struct messages *messages; /* borrowed */
    bool shown;                /* stderr is a terminal and -q was not given */
    double last_seconds;       /* when the line was last drawn */
};

/* Makes `progress` ready; nothing is drawn yet. */
void progress_begin(struct progress *progress, struct messages *messages, enum verbosity verbosity);

/* Redraws the line when it is due. One thread at a time. */
void progress_update(struct progress *progress, size_t done, size_t total, size_t failed,
                     double seconds);

/* Erases the line. */
void progress_end(struct progress *progress);

/* The line itself: "312/847 tiles, 41.2 tiles/s, 13 s left, 2 failed". */
void progress_format(size_t done, size_t total, size_t failed, double seconds,
                     char line[PROGRESS_LINE_BYTES]);

#endif
