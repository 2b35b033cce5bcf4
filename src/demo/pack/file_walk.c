#include "demo/pack/file_walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "os/folder.h"

/* The sorted names in a folder, all of it from malloc. False when out of memory. */
static bool list_names(const char *path, char ***names, size_t *count)
{
    struct folder *folder = folder_open(path);
    const char *entry;
    bool fine = folder;
    *names = NULL;
    *count = 0;
    while (fine && (entry = folder_next(folder))) {
        char *name = ARRAY_ROOM(*names, *count) ? strdup(entry) : NULL;
        if (name) {
            (*names)[(*count)++] = name;
        }
        fine = name;
    }
    folder_close(folder);
    array_sort(*names, *count, sizeof **names, array_compare_texts);
    return fine;
}

static enum adtmap_status visit_file(const char *path, const char *name, file_visitor *visit,
                                     void *user, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    struct blob bytes;
    enum adtmap_status status = file_map(path, &at_path, &bytes);
    if (!status) {
        status = visit(user, name, &bytes, &at_path);
        blob_release(&bytes);
    }
    return status;
}

/* `below` is the path below the first folder, "" for itself. */
static enum adtmap_status walk(const char *path, const char *below, file_visitor *visit, void *user,
                               const struct diag *diag)
{
    char **names;
    size_t count;
    enum adtmap_status status =
        list_names(path, &names, &count) ? ADTMAP_OK : diag_fail_memory(diag);
    for (size_t i = 0; i < count; i++) {
        char *inner = path_join(path, names[i]);
        char *name = below[0] ? path_join(below, names[i]) : strdup(names[i]);
        if (!status && (!inner || !name)) {
            status = diag_fail_memory(diag);
        }
        if (!status && file_is_real_folder(inner)) {
            status = walk(inner, name, visit, user, diag);
        } else if (!status && file_is_regular(inner)) {
            status = visit_file(inner, name, visit, user, diag);
        }
        free(inner);
        free(name);
        free(names[i]);
    }
    free(names);
    return status;
}

enum adtmap_status file_walk(const char *folder, file_visitor *visit, void *user,
                             const struct diag *diag)
{
    return walk(folder, "", visit, user, diag);
}
