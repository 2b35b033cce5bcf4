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

static enum adtmap_status list_changes(struct build_log *log, const char *path, const char *out,
                                       const struct buffer *files, const struct diag *diag)
{
    const char *file = NULL;
    enum adtmap_status status =
        build_log_read_earlier(log, path, "all files of the first page count as changed", diag);
    while (!status && (file = buffer_next_text(files, file))) {
        status = record_file(log, out, file, diag);
    }
    status = status ? status : changes_write(log, out, NULL, NULL, diag);
    return status ? status : build_log_write(log, path, diag);
}

enum adtmap_status site_changes_write(const char *out, const struct buffer *files,
                                      const struct diag *diag)
{
    struct build_log *log = build_log_create();
    char *path = build_log_path(out);
    enum adtmap_status status = log && path && !files->failed
                                    ? list_changes(log, path, out, files, diag)
                                    : diag_fail_memory(diag);
    build_log_destroy(log);
    free(path);
    return status;
}
