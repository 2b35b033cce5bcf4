#include "job/records/site_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "graph/build_log.h"
#include "os/file.h"
#include "os/folder.h"
#include "output/paths.h"

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_log(const char *out, const char *map)
{
    if (path_check_map_name(map, &diag_silent) != ADTMAP_OK) {
        return false;
    }
    char *directory = path_map_directory(out, map);
    char *path = directory ? build_log_path(directory, 0, 0) : NULL;
    bool has = path && file_exists(path);
    free(path);
    free(directory);
    return has;
}

enum adtmap_status site_names_list(const char *out, const struct diag *diag,
                                   struct site_names *names)
{
    struct diag at_path = diag_at(diag, out);
    struct folder *stream = folder_open(out[0] ? out : ".");
    if (!stream) {
        return diag_fail_errno(&at_path, errno, "cannot list");
    }
    enum adtmap_status status = ADTMAP_OK;
    const char *entry;
    while (!status && names->count < SITE_MAPS_MAX && (entry = folder_next(stream))) {
        if (has_log(out, entry)) {
            names->items[names->count] = strdup(entry);
            status = names->items[names->count] ? ADTMAP_OK : diag_fail_memory(diag);
            names->count += status == ADTMAP_OK;
        }
    }
    folder_close(stream);
    array_sort(names->items, names->count, sizeof *names->items, compare_names);
    return status;
}

static bool is_listed(const struct job_maps *listed, const char *name)
{
    for (size_t i = 0; i < listed->count; i++) {
        if (name_compare(listed->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void site_names_keep(struct site_names *names, const struct job_maps *listed)
{
    size_t kept = 0;
    for (size_t i = 0; i < names->count; i++) {
        if (is_listed(listed, names->items[i])) {
            names->items[kept++] = names->items[i];
        } else {
            free(names->items[i]);
        }
    }
    names->count = kept;
}

void site_names_free(struct site_names *names)
{
    for (size_t i = 0; names && i < names->count; i++) {
        free(names->items[i]);
    }
    free(names);
}
