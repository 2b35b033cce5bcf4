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
static bool is_behind_link(const char *directory, const char *path)
{
    char folder[NODE_PATH_BYTES];
    bool is_link = false;
    snprintf(folder, sizeof folder, "%s", path);
    for (char *end; !is_link && (end = strrchr(folder, '/'));) {
        *end = '\0';
        char *full = path_join(directory, folder);
        is_link = !full || file_is_link(full);
        free(full);
    }
    return is_link;
}

enum adtmap_status recorded_file_remove(const char *directory, const char *path, int64_t written_ns,
                                        struct build_file *file, const struct diag *diag,
                                        bool *is_left)
{
    bool is_same = false;
    if (is_behind_link(directory, path)) {
        *is_left = true;
        return ADTMAP_OK;
    }
    char *full = path_join(directory, path);
    enum adtmap_status status = full && build_file_is(full, written_ns, file, &is_same)
                                    ? ADTMAP_OK
                                    : diag_fail_memory(diag);
    *is_left = !status && !is_same && file_exists(full);
    if (!status && is_same) {
        status = file_remove(full, diag);
    }
    if (!status && !*is_left) {
        recorded_folders_remove_empty(directory, path);
    }
    free(full);
    return status;
}
