/*
 * The data are opened again for each run, so that a run sees what an ordinary one would. The mark
 * comes before the run: what changes while it reads makes another one, which the graph ends at once
 * if nothing is out of date.
 *
 * Messages print equal lines once. They are kept while a failure is tried again, so that it is said
 * once, and made new for the next change.
 *
 * Signals are held before what a run has said is written, so that a program that reads it and sends
 * one gets the status of that run.
 */
#include "cli/render/watch_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/size.h"
#include "formats/file_kinds.h"
#include "map/open_data.h"
#include "os/large_alloc.h"
#include "os/process.h"
#include "os/watch.h"

/* Pauses before a run that failed is tried again; the last one repeats. */
static const double pauses[] = {0.3, 1, 3, 10, 30, 60};

/* Files that pictures are made of. Others, such as what a client writes while it runs, change
 * often. */
static bool is_data(const char *name)
{
    return file_kind_of(name) != FILE_NO_DATA;
}

void watch_loop_add(struct watch_loop *loop, const char *path)
{
    char *copy = path ? strdup(path) : NULL;
    if (copy && ARRAY_ROOM(loop->paths, loop->count)) {
        loop->paths[loop->count++] = copy;
        return;
    }
    free(copy);
    loop->failed = loop->failed || path;
}

void watch_loop_add_all(struct watch_loop *loop, const struct option_strings *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        watch_loop_add(loop, paths->items[i]);
    }
}

static enum exit_status run_turn(struct session *session, const struct watch_loop *loop,
                                 bool is_repeat)
{
    enum exit_status left = loop->turn(session, loop->given, is_repeat);
    if (left == EXIT_OK && !session_data_are_whole(session)) {
        left = EXIT_PARTIAL;
    }
    adtmap_data_close(session->data);
    session->data = NULL;
    return left;
}

static enum exit_status keep_running(struct session *session, const struct watch_loop *loop,
                                     struct watch *watch)
{
    size_t failures = 0;
    messages_say_errors_once(session->messages);
    for (bool is_repeat = false;; is_repeat = true) {
        watch_mark(watch);
        enum exit_status left = run_turn(session, loop, is_repeat);
        watch_hold_interrupts();
        left = process_finish_stdout() ? left : EXIT_NOT_RUN;
        if (left == EXIT_NOT_RUN && !is_repeat) {
            watch_release_interrupts();
            return left;
        }
        if (!is_repeat && loop->common->verbosity != VERBOSITY_QUIET && !loop->common->json) {
            puts("watching for changes; Ctrl-C ends");
            process_finish_stdout();
        }
        large_heap_give_back();
        size_t next = failures < COUNT_OF(pauses) ? failures : COUNT_OF(pauses) - 1;
        enum watch_event event = watch_wait(watch, left == EXIT_OK ? -1 : pauses[next]);
        watch_release_interrupts();
        if (event == WATCH_INTERRUPTED) {
            return left;
        }
        if (event == WATCH_CHANGED && left != EXIT_OK) {
            if (!session_renew_messages(session, loop->common->verbosity)) {
                return EXIT_NOT_RUN;
            }
            messages_say_errors_once(session->messages);
        }
        failures = event == WATCH_CHANGED ? 0 : failures + 1;
    }
}

enum exit_status watch_loop_run(struct session *session, struct watch_loop *loop)
{
    struct watch *watch = NULL;
    enum adtmap_status status = loop->failed
                                    ? diag_fail_memory(&session->diag)
                                    : watch_open((const char *const *)loop->paths, loop->count,
                                                 is_data, WATCH_BY_NOTICES, &session->diag, &watch);
    enum exit_status left = status ? session_fail(session) : keep_running(session, loop, watch);
    watch_close(watch);
    for (size_t i = 0; i < loop->count; i++) {
        free(loop->paths[i]);
    }
    free(loop->paths);
    loop->paths = NULL;
    loop->count = 0;
    return left;
}
