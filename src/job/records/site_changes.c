/*
 * The first page of a site belongs to no map, so a log of its own in OUT/.adtmap remembers what was
 * listed of its files; the rule is that of changes.c.
 */
#include "job/records/site_changes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/records/changes.h"
#include "job/records/recorded_file.h"

static enum adtmap_status record_file(struct build_log *log, const char *out, const char *file,
                                      const struct diag *diag)
{
    struct build_record record = {.id = node_named(NODE_SHARED, file), .state = BUILD_MADE};
    char *path = path_join(out, file);
    const struct diag at_path = diag_at(diag, path);
    enum adtmap_status status = path ? build_file_of(path, &record.file) : ADTMAP_NO_MEMORY;
    if (status == ADTMAP_NOT_FOUND || status == ADTMAP_IO) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "cannot be read: changed while adtmap was at work");
    } else if (status || !build_log_put(log, &record)) {
        status = diag_fail_memory(diag);
    }
    free(path);
    return status;
}

/* Drops the record of a file that is gone, so that the list tells of it, whether or not it was
 * listed here when it came. */
static bool list_removed(struct build_log *log, const char *file)
{
    const struct hash128 listed = {1, 0};
    const struct build_record gone = {.id = node_named(NODE_SHARED, file), .state = BUILD_GONE};
    if (!build_log_put(log, &gone)) {
        return false;
    }
    build_log_find_any(log, gone.id)->published = listed;
    return true;
}

/* Removes listed files of what the site no longer has. One that somebody has changed is not ours
 * any more; one that cannot be removed stays on record for the next run. */
static enum adtmap_status remove_files(struct build_log *log, const char *out,
                                       const struct site_departure *departure,
                                       const struct diag *diag)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        struct adtmap_message why = {0};
        const struct diag quiet = {.failure = &why};
        bool is_left = false;
        if (record->state != BUILD_MADE || departure->has_file(departure->user, record->id.name)) {
            continue;
        }
        enum adtmap_status status = recorded_file_remove(out, record->id.name, log->written_ns,
                                                         &record->file, &quiet, &is_left);
        if (status == ADTMAP_NO_MEMORY) {
            return diag_fail_memory(diag);
        }
        if (status) {
            const struct diag at_path = diag_at(diag, why.file);
            diag_warn(&at_path, NULL, NO_OFFSET,
                      "%.200s: it stays on the site, whose file lacks it", why.what);
            continue;
        }
        if (is_left) {
            record->published = (struct hash128){0};
        }
        build_log_drop(log, record);
        log->is_changed = true;
    }
    return ADTMAP_OK;
}

enum adtmap_status site_changes_write(const char *out, const struct buffer *files,
                                      const struct site_departure *departure,
                                      const struct diag *diag)
{
    const char *file = NULL;
    struct build_log *log = build_log_create();
    char *path = build_log_path(out);
    enum adtmap_status status =
        log && path && !files->failed
            ? build_log_read_earlier(log, path, "all files of the first page count as changed",
                                     diag)
            : diag_fail_memory(diag);
    while (!status && (file = buffer_next_text(files, file))) {
        status = record_file(log, out, file, diag);
    }
    if (!status) {
        status = remove_files(log, out, departure, diag);
    }
    while (!status && (file = buffer_next_text(departure->removed, file))) {
        status = list_removed(log, file) ? ADTMAP_OK : diag_fail_memory(diag);
    }
    if (!status) {
        status = changes_write(log, out, NULL, NULL, diag);
    }
    if (!status) {
        status = departure->finish(departure->user, diag);
    }
    if (!status) {
        status = build_log_write(log, path, diag);
    }
    build_log_destroy(log);
    free(path);
    return status;
}
