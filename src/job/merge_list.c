/* The folders and maps that have shards: the part of job/merge.h that looks for them. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
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

/* Finds out whether the folder of a map has what is looked for; false when out of memory. */
typedef bool find_in_map(const char *directory, bool *has);

static bool find_parts(const char *directory, bool *has)
{
    *has = merge_has_parts(directory);
    return true;
}

static bool find_ledger(const char *directory, bool *has)
{
    static const struct job_shard none = {0};
    char *path = ledger_path(directory, &none);
    *has = path && file_exists(path);
    free(path);
    return path != NULL;
}

static bool add_names(struct names *names, const char *out, find_in_map *find)
{
    const struct diag nobody = {0};
    DIR *stream = opendir(out[0] ? out : ".");
    const struct dirent *entry;
    bool fine = true;
    while (stream && fine && (entry = readdir(stream))) {
        if (path_check_map_name(entry->d_name, &nobody)) {
            continue;
        }
        bool has = false;
        char *directory = path_map_directory(out, entry->d_name);
        fine = directory && find(directory, &has) && (!has || add_name(names, entry->d_name));
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

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
}

/* Finds out whether a folder has shards of any map; false when out of memory. */
static bool find_shards(const char *out, bool *has)
{
    struct names names = {0};
    bool fine = add_names(&names, out, find_parts);
    *has = names.count > 0;
    free_names(&names);
    return fine;
}

enum adtmap_status merge_check_from(const struct merge_settings *settings, const struct diag *diag)
{
    for (size_t i = 0; i < settings->from_count; i++) {
        struct diag at_path = diag_at(diag, settings->from[i]);
        bool has = false;
        if (!file_is_directory(settings->from[i])) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
        }
        if (!find_shards(settings->from[i], &has)) {
            return diag_fail_memory(diag);
        }
        if (!has) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "no shards in this folder");
        }
    }
    return ADTMAP_OK;
}

bool merge_may_be_whole(const struct merge_settings *settings)
{
    return settings->from_count == 0 && (settings->job.outputs & (JOB_STITCH | JOB_WEB));
}

enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   void (*visit)(void *user, const char *map), void *user)
{
    struct names names = {0};
    bool fine = add_names(&names, settings->out, find_parts);
    for (size_t i = 0; i < settings->from_count && fine; i++) {
        fine = add_names(&names, settings->from[i], find_parts);
    }
    if (fine && names.count == 0 && merge_may_be_whole(settings)) {
        fine = add_names(&names, settings->out, find_ledger);
    }
    if (names.count > 0) {
        qsort(names.items, names.count, sizeof *names.items, compare_names);
    }
    for (size_t i = 0; i < names.count && fine; i++) {
        visit(user, names.items[i]);
    }
    free_names(&names);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}
