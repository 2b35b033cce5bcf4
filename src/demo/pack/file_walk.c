#include "demo/pack/file_walk.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
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

enum adtmap_status file_walk(const char *folder, file_visitor *visit, void *user,
                             const struct diag *diag)
{
    char *roots[] = {strdup(folder), NULL};
    FTS *walk = roots[0] ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, compare_names) : NULL;
    enum adtmap_status status = walk ? ADTMAP_OK : diag_fail_memory(diag);
    const FTSENT *entry;
    while (!status && (entry = fts_read(walk))) {
        if (entry->fts_info == FTS_F) {
            const char *name = entry->fts_path + strlen(folder) + 1;
            status = visit_file(entry->fts_path, name, visit, user, diag);
        }
    }
    if (walk) {
        fts_close(walk);
    }
    free(roots[0]);
    return status;
}
