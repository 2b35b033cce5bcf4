/*
 * A map's folder is one that has a name maps may have and passes the caller's filter. Names are
 * kept sorted, whatever order the system lists them in, since pages and messages follow them.
 */
#include "job/records/map_folders.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "graph/build_log.h"
#include "os/file.h"
#include "os/folder.h"
#include "output/paths.h"

enum adtmap_status map_folders_has_log(const char *directory, const struct diag *diag, bool *has)
{
    char *path = build_log_path(directory);
    *has = path && file_exists(path);
    free(path);
    return path ? ADTMAP_OK : diag_fail_memory(diag);
}

/* What the system cannot look at counts as a file. */
enum adtmap_status map_folders_has_pages(const char *directory, const struct diag *diag, bool *has)
{
    char *path = path_join(directory, "map.js");
    *has = path && file_exists(path) && !file_is_link(path) && !file_is_directory(path);
    free(path);
    return path ? ADTMAP_OK : diag_fail_memory(diag);
}

enum adtmap_status map_folders_is_of_site(const char *directory, const struct diag *diag, bool *has)
{
    enum adtmap_status status = map_folders_has_log(directory, diag, has);
    return status || *has ? status : map_folders_has_pages(directory, diag, has);
}

/* Puts a name in its place among the others. */
static enum adtmap_status add_name(struct map_folders *list, const char *name,
                                   const struct diag *diag)
{
    size_t at =
        array_lower_bound(&name, list->names, list->count, sizeof name, array_compare_texts);
    if (at < list->count && strcmp(list->names[at], name) == 0) {
        return ADTMAP_OK;
    }
    char *copy = ARRAY_ROOM(list->names, list->count) ? strdup(name) : NULL;
    if (!copy) {
        return diag_fail_memory(diag);
    }
    memmove(list->names + at + 1, list->names + at, (list->count - at) * sizeof *list->names);
    list->names[at] = copy;
    list->count++;
    return ADTMAP_OK;
}

enum adtmap_status map_folders_add(struct map_folders *list, const char *out,
                                   map_folders_filter *filter, const struct diag *diag)
{
    out = out[0] ? out : ".";
    const char *entry;
    enum adtmap_status status = ADTMAP_OK;
    struct folder *stream = folder_open(out);
    if (!stream && errno != ENOENT && errno != ENOTDIR) {
        const struct diag at_path = diag_at(diag, out);
        return diag_fail_errno(&at_path, errno, "cannot list");
    }
    while (stream && !status && (entry = folder_next(stream))) {
        bool has = false;
        if (path_check_map_name(entry, &diag_silent) != ADTMAP_OK) {
            continue;
        }
        char *directory = path_map_directory(out, entry);
        status = directory ? filter(directory, diag, &has) : diag_fail_memory(diag);
        free(directory);
        if (has) {
            status = add_name(list, entry, diag);
        }
    }
    folder_close(stream);
    return status;
}

void map_folders_keep(struct map_folders *list, const struct job_maps *listed)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        char *name = list->names[i];
        bool is_listed = false;
        for (size_t k = 0; k < listed->count && !is_listed; k++) {
            is_listed = name_compare(listed->names[k], name) == 0;
        }
        if (is_listed) {
            list->names[kept++] = name;
        } else {
            free(name);
        }
    }
    list->count = kept;
}

void map_folders_free(struct map_folders *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->names[i]);
    }
    free(list->names);
    *list = (struct map_folders){0};
}
