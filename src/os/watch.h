/*
 * Waits until files change.
 *
 * The system tells of changes (inotify, kqueue, ReadDirectoryChangesW). What it does not tell,
 * because a folder lies on another machine or there are too many, shows in stamps, which are
 * compared now and then: as often as takes 0.2 % of the time, or 0.4 % where the system tells
 * nothing, but no more than every two seconds, or four times a second.
 */
#ifndef OS_WATCH_H
#define OS_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"

enum watch_event {
    WATCH_TIME_OVER,
    WATCH_CHANGED,
    WATCH_INTERRUPTED, /* SIGINT, SIGTERM, Ctrl-C */
};

enum {
    WATCH_DEPTH_MAX = 40,        /* of nested folders */
    WATCH_FOLDERS_MAX = 1 << 16, /* that the system tells of; of others stamps are compared */
    WATCH_FILES_MAX = 1 << 20,   /* whose stamps are compared */
};

struct watch;

/* What tells of changes. */
enum watch_means {
    WATCH_BY_NOTICES, /* the system, and stamps */
    WATCH_BY_STAMPS,  /* stamps alone */
};

/* Whether a change of a file with this name, without its folders, is wanted. */
typedef bool watch_wants(const char *name);

/*
 * Watches `count` paths, which are copied: of a folder the wanted files in it and in folders below,
 * links to folders not followed; of a file that file. What is not there is waited for. Fails with
 * ADTMAP_NO_MEMORY alone: without the system's help stamps are compared.
 */
enum adtmap_status watch_open(const char *const *paths, size_t count, watch_wants *wants,
                              enum watch_means means, const struct diag *diag,
                              struct watch **watch);
void watch_close(struct watch *watch); /* NULL-safe */

/* From now on changes count, those that nobody has waited for included; earlier ones do not. */
void watch_mark(struct watch *watch);

/*
 * Waits for a change since the mark and then until 0.1 seconds pass without another, but no longer
 * than half a second; less than 0: `seconds` are without end. One thread at a time.
 */
enum watch_event watch_wait(struct watch *watch, double seconds);

/* From the first to the second call SIGINT, SIGTERM and Ctrl-C end the waiting, that to come if
 * none is under way, and not the process. The calls do not nest. */
void watch_hold_interrupts(void);
void watch_release_interrupts(void);

#endif
