/* The progress line of a long run: on a terminal only, redrawn a few times a second. */
#ifndef CLI_RENDER_PROGRESS_H
#define CLI_RENDER_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/messages.h"

enum { PROGRESS_LINE_BYTES = 160 };

/* A run of many maps, of which this is one. */
struct progress_whole {
    const char *map;
    size_t number, count; /* of the maps; from 1 */
    size_t tiles_before;  /* of the maps before, */
    size_t tiles_all;     /* and of all */
    double began;         /* by clock_seconds */
};

struct progress {
    struct messages *messages;          /* borrowed */
    bool shown;                         /* stderr is a terminal and -q was not given */
    double last_seconds;                /* when the line was last drawn */
    const struct progress_whole *whole; /* borrowed; NULL: of one map */
};

/* Whether a line can be drawn. */
bool progress_is_shown(enum verbosity verbosity);

/* Makes `progress` ready; nothing is drawn yet. */
void progress_begin(struct progress *progress, struct messages *messages, enum verbosity verbosity,
                    const struct progress_whole *whole);

/* Redraws the line when it is due. One thread at a time. */
void progress_update(struct progress *progress, size_t done, size_t total, size_t failed,
                     double seconds);

/* Erases the line. */
void progress_end(struct progress *progress);

/* The line itself: "312/847 tiles, 41.2 tiles/s, 13 s left, 2 failed". */
void progress_format(size_t done, size_t total, size_t failed, double seconds,
                     char line[PROGRESS_LINE_BYTES]);

/* That of one map of many, `seconds` after the first began: "map 3 of 100, Kalimdor: 9/988 tiles,
 * 41 min 02 s left in all". */
void progress_format_whole(const struct progress_whole *whole, size_t done, size_t total,
                           size_t failed, double seconds, char line[PROGRESS_LINE_BYTES]);

#endif
