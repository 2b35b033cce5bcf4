/* Finds the folders and maps that have shards, for job/merge/merge.h. */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "graph/build_log.h"
#include "job/merge/merge.h"
#include "job/records/shard_logs.h"
#include "os/file.h"
#include "os/folder.h"
#include "output/paths.h"

/* Names of maps, from malloc. */
struct names {
    char **items;
    size_t count;
};

static enum adtmap_status add_name(struct names *names, const char *name, const struct diag *diag)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return ADTMAP_OK;
        }
    }
    char **items = array_resize(names->items, names->count + 1, sizeof *items);
    char *copy = items ? strdup(name) : NULL;
    names->items = items ? items : names->items;
    if (!copy) {
        return diag_fail_memory(diag);
    }
    names->items[names->count++] = copy;
    return ADTMAP_OK;
}

/* Sets *found if the folder of a map has what the caller looks for. */
typedef enum adtmap_status find_in_map(const char *directory, const struct diag *diag, bool *has);

static enum adtmap_status find_log(const char *directory, const struct diag *diag, bool *has)
{
    char *path = build_log_path(directory, 0, 0);
    *has = path && file_exists(path);
    free(path);
    return path ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status note_shard(void *user, const char *path, const struct job_shard *shard)
{
    bool *has = user;
    (void)path;
    (void)shard;
    *has = true;
    return ADTMAP_OK;
}

static enum adtmap_status find_shard(const char *directory, const struct diag *diag, bool *has)
{
    *has = false;
    return shard_logs_visit(directory, diag, note_shard, has);
}

static enum adtmap_status add_map(struct names *names, const char *out, const char *map,
                                  find_in_map *find, const struct diag *diag)
{
    bool has = false;
    char *directory = path_map_directory(out, map);
    enum adtmap_status status = directory ? find(directory, diag, &has) : diag_fail_memory(diag);
    free(directory);
    return has ? add_name(names, map, diag) : status;
}

static enum adtmap_status add_names(struct names *names, const char *out, find_in_map *find,
                                    const struct diag *diag)
{
    struct folder *stream;
    const char *entry;
    enum adtmap_status status = folder_list(out[0] ? out : ".", diag, &stream);
    while (stream && !status && (entry = folder_next(stream))) {
        if (path_check_map_name(entry, &diag_silent) == ADTMAP_OK) {
            status = add_map(names, out, entry, find, diag);
        }
    }
    folder_close(stream);
    return status;
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

/* Finds out whether a folder has shards of any map. */
static enum adtmap_status find_shards(const char *out, const struct diag *diag, bool *has)
{
    struct names names = {0};
    enum adtmap_status status = add_names(&names, out, find_shard, diag);
    *has = names.count > 0;
    free_names(&names);
    return status;
}

enum adtmap_status merge_check_from(const struct merge_settings *settings, const struct diag *diag)
{
    for (size_t i = 0; i < settings->from_count; i++) {
        struct diag at_path = diag_at(diag, settings->from[i]);
        bool has = false;
        if (!file_is_directory(settings->from[i])) {
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no such folder");
        }
        enum adtmap_status status = find_shards(settings->from[i], diag, &has);
        if (status) {
            return status;
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
    enum adtmap_status status = add_names(&names, settings->out, find_shard, diag);
    for (size_t i = 0; i < settings->from_count && !status; i++) {
        status = add_names(&names, settings->from[i], find_shard, diag);
    }
    if (!status && names.count == 0 && merge_may_be_whole(settings)) {
        status = add_names(&names, settings->out, find_log, diag);
    }
    if (names.count > 0) {
        array_sort(names.items, names.count, sizeof *names.items, compare_names);
    }
    for (size_t i = 0; i < names.count && !status; i++) {
        visit(user, names.items[i]);
    }
    free_names(&names);
    return status;
}
