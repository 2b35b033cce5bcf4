/* What --watch does: a run again each time files of the data change. */
#ifndef CLI_RENDER_WATCH_LOOP_H
#define CLI_RENDER_WATCH_LOOP_H

#include "cli/command.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/session.h"

/* One run. `is_repeat`: of another one than the first, which says nothing if it changes nothing. */
typedef enum exit_status watch_turn(struct session *session, const void *given, bool is_repeat);

struct watch_loop {
    char **paths; /* folders and files that runs read; watch_loop_add */
    size_t count;
    bool failed; /* out of memory */
    watch_turn *turn;
    const void *given;
    const struct common_options *common;
};

/* Adds a path, which is copied; NULL: none. */
void watch_loop_add(struct watch_loop *loop, const char *path);
void watch_loop_add_all(struct watch_loop *loop, const struct option_strings *paths);

/*
 * Runs once, and again after each change of a file of the data (map, model, texture, table,
 * archive) below these paths, until Ctrl-C while it waits. A run that ends with a failure is tried
 * again after a pause, too: a file may have been half written or locked, a disk full. Closes the
 * session's data after each run, and frees the paths. Returns the status of the last run; that of
 * the first if it could not run.
 */
enum exit_status watch_loop_run(struct session *session, struct watch_loop *loop);

#endif
