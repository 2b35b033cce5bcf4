/* The maps that have shards: the part of job/merge.h that looks for them. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "job/merge.h"
#include "job/merge_parts.h"
#include "output/paths.h"

/* Names of maps, from malloc. */
struct names {
    char **items;
    size_t count;
};

static bool add_name(struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    char **items = reallocarray(names->items, names->count + 1, sizeof *items);
    if (!items) {
        return false;
    }
    names->items = items;
    names->items[names->count] = strdup(name);
    return names->items[names->count] && ++names->count;
}

static bool add_names(struct names *names, const char *out)
{
    const struct diag nobody = {0};
    DIR *stream = opendir(out[0] ? out : ".");
    const struct dirent *entry;
    bool fine = true;
    while (stream && fine && (entry = readdir(stream))) {
        if (path_check_map_name(entry->d_name, &nobody)) {
            continue;
        }
        char *directory = path_map_directory(out, entry->d_name);
        fine = directory && (!merge_has_parts(directory) || add_name(names, entry->d_name));
        free(directory);
    }
    if (stream) {
        closedir(stream);
    }
    return fine;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   void (*visit)(void *user, const char *map), void *user)
{
    struct names names = {0};
    bool fine = add_names(&names, settings->out);
    for (size_t i = 0; i < settings->from_count && fine; i++) {
        fine = add_names(&names, settings->from[i]);
    }
    if (names.count > 0) {
        qsort(names.items, names.count, sizeof *names.items, compare_names);
    }
    for (size_t i = 0; i < names.count; i++) {
        if (fine) {
            visit(user, names.items[i]);
        }
        free(names.items[i]);
    }
    free(names.items);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}
