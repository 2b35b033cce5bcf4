#include "job/records/recorded_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/file.h"

void recorded_folders_remove_empty(const char *directory, const char *path)
{
    char folder[NODE_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *end; (end = strrchr(folder, '/'));) {
        *end = '\0';
        char *full = path_join(directory, folder);
        if (full) {
            file_remove_empty_folder(full);
        }
        free(full);
    }
}

/* Whether a folder between `directory` and the file `path` below it is a link. */
static enum adtmap_status look_for_link(const char *directory, const char *path,
                                        const struct diag *diag, bool *is_link)
{
    char folder[NODE_PATH_BYTES];
    *is_link = false;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *end; !*is_link && (end = strrchr(folder, '/'));) {
        *end = '\0';
        char *full = path_join(directory, folder);
        if (!full) {
            return diag_fail_memory(diag);
        }
        *is_link = file_is_link(full);
        free(full);
    }
    return ADTMAP_OK;
}

static enum adtmap_status remove_if_same(const char *full, int64_t written_ns,
                                         struct build_file *file, const struct diag *diag,
                                         bool *is_left)
{
    const struct diag at_path = diag_at(diag, full);
    switch (build_file_compare(full, written_ns, file)) {
    case FILE_SAME:
        return file_remove(full, diag);
    case FILE_CHANGED:
        *is_left = file_exists(full);
        return ADTMAP_OK;
    case FILE_UNREADABLE:
        return diag_fail(
            &at_path, ADTMAP_IO, NULL, NO_OFFSET,
            "cannot be read, so it may be another file than was written; it is not removed");
    case FILE_NO_MEMORY:
        break;
    }
    return diag_fail_memory(diag);
}

enum adtmap_status recorded_file_remove(const char *directory, const char *path, int64_t written_ns,
                                        struct build_file *file, const struct diag *diag,
                                        bool *is_left)
{
    enum adtmap_status status = look_for_link(directory, path, diag, is_left);
    if (status || *is_left) {
        return status;
    }
    char *full = path_join(directory, path);
    status = full ? remove_if_same(full, written_ns, file, diag, is_left) : diag_fail_memory(diag);
    if (!status && !*is_left) {
        recorded_folders_remove_empty(directory, path);
    }
    free(full);
    return status;
}
