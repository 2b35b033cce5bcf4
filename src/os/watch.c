/*
 * A walk over all folders has the system tell of each and adds up the stamps of the files that are
 * wanted; the sum does not depend on the order of a folder's entries. The folder comes before its
 * entries, so that a change during the walk is not lost. A file that is not there is waited for in
 * the nearest folder above it.
 */
#include "os/watch.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_stamp.h"
#include "os/folder.h"
#include "os/system.h"

static const double settle_seconds = 0.1;
static const double settle_seconds_max = 0.5;

struct watch {
    char **paths;
    size_t count;
    watch_wants *wants;
    struct system_notices *notices; /* NULL: the system tells nothing */
    bool is_partial;                /* it tells not of all folders */
    uint32_t folders, files;        /* of the last walk */
    uint64_t sum;
    double walk_seconds;
    double next_walk; /* by clock_seconds */
};

static bool is_wanted(void *user, const char *name)
{
    const struct watch *watch = user;
    for (size_t i = 0; i < watch->count; i++) {
        if (strcmp(path_base(watch->paths[i]), name) == 0) {
            return true;
        }
    }
    return watch->wants(name);
}

/* Whether folders below need no notices of their own. */
static bool add_folder(struct watch *watch, const char *path)
{
    bool has_below = false;
    if (watch->notices && (watch->folders >= WATCH_FOLDERS_MAX ||
                           !system_notices_add(watch->notices, path, &has_below))) {
        watch->is_partial = true;
    }
    watch->folders++;
    return has_below;
}

static void add_file(struct watch *watch, const char *path)
{
    struct file_stamp stamp;
    if (watch->files++ < WATCH_FILES_MAX && file_stamp_of(path, &stamp)) {
        watch->sum += stamp.key;
    }
}

static void walk_folder(struct watch *watch, const char *path, bool is_told, int depth)
{
    struct folder *folder = NULL;
    const char *entry;
    is_told = is_told || add_folder(watch, path);
    if (depth >= WATCH_DEPTH_MAX || folder_list(path, &diag_silent, &folder)) {
        return;
    }
    while ((entry = folder_next(folder)) != NULL) {
        enum file_type type = folder_entry_type(folder);
        bool matters = type == FILE_FOLDER || is_wanted(watch, entry);
        char *full = matters ? path_join(path, entry) : NULL;
        if (full && type == FILE_FOLDER) {
            walk_folder(watch, full, is_told, depth + 1);
        } else if (full) {
            add_file(watch, full);
        }
        free(full);
    }
    folder_close(folder);
}

/* Of what is no folder: the nearest folder above it that is there. */
static void walk_above(struct watch *watch, const char *path)
{
    char *above = path_directory(path);
    while (above && !file_is_directory(above) && strcmp(above, ".") != 0 &&
           strcmp(above, "/") != 0) {
        char *next = path_directory(above);
        if (next && strcmp(next, above) == 0) {
            free(next);
            break;
        }
        free(above);
        above = next;
    }
    if (above) {
        add_folder(watch, above);
    }
    free(above);
}

static void walk(struct watch *watch)
{
    double begun = clock_thread_seconds();
    watch->folders = 0;
    watch->files = 0;
    watch->is_partial = watch->notices == NULL;
    watch->sum = 0;
    for (size_t i = 0; i < watch->count; i++) {
        if (file_is_directory(watch->paths[i])) {
            watch->sum++; /* an empty folder is another thing than none */
            walk_folder(watch, watch->paths[i], false, 0);
        } else {
            walk_above(watch, watch->paths[i]);
            add_file(watch, watch->paths[i]);
        }
    }
    watch->walk_seconds = clock_thread_seconds() - begun;
    double pause = watch->walk_seconds * (watch->is_partial ? 250 : 500);
    double least = watch->is_partial ? 0.25 : 2;
    watch->next_walk = clock_seconds() + (pause > least ? pause : least);
}

enum adtmap_status watch_open(const char *const *paths, size_t count, watch_wants *wants,
                              enum watch_means means, const struct diag *diag, struct watch **watch)
{
    struct watch *opened = calloc(1, sizeof *opened);
    *watch = NULL;
    if (opened) {
        opened->paths = calloc(count + 1, sizeof *opened->paths);
    }
    if (!opened || !opened->paths) {
        watch_close(opened);
        return diag_fail_memory(diag);
    }
    opened->wants = wants;
    for (; opened->count < count; opened->count++) {
        opened->paths[opened->count] = strdup(paths[opened->count]);
        if (!opened->paths[opened->count]) {
            watch_close(opened);
            return diag_fail_memory(diag);
        }
    }
    opened->notices = means == WATCH_BY_NOTICES ? system_notices_open() : NULL;
    walk(opened);
    *watch = opened;
    return ADTMAP_OK;
}

void watch_close(struct watch *watch)
{
    if (!watch) {
        return;
    }
    for (size_t i = 0; i < watch->count; i++) {
        free(watch->paths[i]);
    }
    free(watch->paths);
    system_notices_close(watch->notices);
    free(watch);
}

static bool is_told(enum system_notice notice)
{
    return notice == SYSTEM_NOTICE || notice == SYSTEM_NOTICE_UNNAMED;
}

/* Takes what waits to be told. */
static void drop_notices(struct watch *watch)
{
    while (watch->notices && is_told(system_notices_wait(watch->notices, 0, is_wanted, watch))) {
    }
}

void watch_mark(struct watch *watch)
{
    drop_notices(watch);
    walk(watch);
}

/* After a notice: until nothing more comes for a while. */
static enum watch_event settle(struct watch *watch)
{
    double end = clock_seconds() + settle_seconds_max;
    enum system_notice notice;
    do {
        notice = system_notices_wait(watch->notices, settle_seconds, is_wanted, watch);
    } while (is_told(notice) && clock_seconds() < end);
    return notice == SYSTEM_INTERRUPTED ? WATCH_INTERRUPTED : WATCH_CHANGED;
}

enum watch_event watch_wait(struct watch *watch, double seconds)
{
    double end = clock_seconds() + seconds;
    for (;;) {
        double now = clock_seconds();
        double until = seconds >= 0 && end < watch->next_walk ? end : watch->next_walk;
        enum system_notice notice =
            system_notices_wait(watch->notices, until > now ? until - now : 0, is_wanted, watch);
        if (notice == SYSTEM_INTERRUPTED) {
            return WATCH_INTERRUPTED;
        }
        if (notice == SYSTEM_NOTICE) {
            return settle(watch);
        }
        now = clock_seconds();
        if (now >= watch->next_walk || notice == SYSTEM_NOTICE_UNNAMED) {
            uint64_t before = watch->sum;
            walk(watch);
            if (watch->sum != before) {
                return settle(watch);
            }
        }
        if (seconds >= 0 && now >= end) {
            return WATCH_TIME_OVER;
        }
    }
}

void watch_hold_interrupts(void)
{
    system_hold_interrupts();
}

void watch_release_interrupts(void)
{
    system_release_interrupts();
}
