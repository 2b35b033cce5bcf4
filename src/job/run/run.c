/* Opens a map's folder, carries out what a plan needs before the first tile (lock, folders,
 * journal, removals), and helps with paths. */
#include "job/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/records/recorded_file.h"
#include "os/file.h"
#include "os/temporary.h"

char *run_full_path(const struct run *run, struct node_id id)
{
    return node_full_path(id, run->asked.settings->out, run->result->directory,
                          run->asked.map_name);
}

bool run_has_file(const struct run *run, struct node_id id)
{
    char *full = run_full_path(run, id);
    uint64_t bytes;
    enum file_type type = full ? file_look(full, &bytes) : FILE_NONE;
    free(full);
    return type == FILE_UNKNOWN ? build_log_find(run->open.log, id) != NULL : type != FILE_NONE;
}

enum file_match run_compare_file(const struct run *run, struct build_record *record)
{
    char *full = run_full_path(run, record->id);
    enum file_match match =
        full ? build_file_compare(full, run->open.log->written_ns, &record->file) : FILE_NO_MEMORY;
    free(full);
    return match;
}

static char *folder_of(const struct run *run, struct node_id id)
{
    char *path = run_full_path(run, id);
    char *folder = path ? path_directory(path) : NULL;
    free(path);
    return folder;
}

bool run_has_folder(const struct run *run, struct node_id id)
{
    char *folder = folder_of(run, id);
    uint64_t bytes;
    enum file_type type = folder ? file_look(folder, &bytes) : FILE_NONE;
    free(folder);
    return type == FILE_FOLDER || type == FILE_UNKNOWN;
}

enum adtmap_status run_make_folder(const struct run *run, struct node_id id)
{
    char *folder = folder_of(run, id);
    enum adtmap_status status =
        folder ? file_make_directory(folder, &run->diag) : diag_fail_memory(&run->diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    return status;
}

enum adtmap_status run_remove(struct run *run, struct build_record *record)
{
    struct job_result *result = run->result;
    struct adtmap_message why = {0};
    const struct diag own = {.failure = &why};
    char *path = run_full_path(run, record->id);
    enum adtmap_status status = path ? file_remove(path, &own) : ADTMAP_NO_MEMORY;
    free(path);
    if (!status) {
        build_log_drop(run->open.log, record);
        return ADTMAP_OK;
    }
    struct adtmap_message *stuck =
        status == ADTMAP_IO
            ? array_resize(result->stuck, (size_t)result->stuck_count + 1, sizeof *stuck)
            : NULL;
    if (stuck) {
        result->stuck = stuck;
        stuck[result->stuck_count++] = why;
    }
    const struct build_record failed = {
        .id = record->id, .state = BUILD_FAILED, .note = stuck ? strdup(why.what) : NULL};
    return failed.note && build_log_put(run->open.log, &failed) ? ADTMAP_OK
                                                                : diag_fail_memory(&run->diag);
}

/* Removes the empty folders that lead to a node. Those of one folder mostly follow each other. */
static void remove_empty_folders(const struct run *run, struct node_id id,
                                 char last[NODE_PATH_BYTES])
{
    char path[NODE_PATH_BYTES];
    if (node_is_outside(id)) {
        return;
    }
    node_path(id, run->asked.map_name, path);
    size_t length = (size_t)(path_base(path) - path);
    if (strncmp(path, last, length) != 0 || last[length] != '\0') {
        recorded_folders_remove_empty(run->result->directory, path);
        memcpy(last, path, length);
        last[length] = '\0';
    }
}

void run_remove_empty_folders(const struct run *run, const struct buffer *removed)
{
    char last[NODE_PATH_BYTES] = "";
    const struct node_id *ids = (const void *)removed->data;
    for (uint32_t i = 0; i < run->open.log->count; i++) {
        const struct build_record *record = &run->open.log->records[i];
        bool has_file = record->state == BUILD_MADE && record->file.bytes > 0;
        if (!has_file) {
            remove_empty_folders(run, record->id, last);
        }
    }
    for (size_t i = 0; i < removed->size / sizeof *ids; i++) {
        remove_empty_folders(run, ids[i], last);
    }
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        remove_empty_folders(run, node_tile(run->request.series[i].name, 0, 0), last);
    }
}

static enum adtmap_status read_log(struct run *run)
{
    struct build_log *log = build_log_create();
    run->open.log = log;
    if (!log) {
        return diag_fail_memory(&run->diag);
    }
    free(log->map);
    log->map = strdup(run->asked.map_name);
    return log->map ? build_log_read_earlier(log, run->open.log_path, "all tiles are drawn again",
                                             &run->diag)
                    : diag_fail_memory(&run->diag);
}

/* Facts of earlier runs, replaced by those that this run is given. */
static void find_facts(struct run *run)
{
    const struct job_settings *settings = run->asked.settings;
    struct map_facts *facts = &run->asked.facts;
    const struct adtmap_map *map = run->asked.map;
    map_facts_read(run->open.log, facts);
    if (settings->drops_others) {
        facts->title[0] = facts->live[0] = facts->site_title[0] = facts->address[0] = '\0';
    }
    snprintf(facts->watched, sizeof facts->watched, "%s", settings->is_watched ? "yes" : "");
    facts->has_number = map->has_number;
    facts->number = map->number;
    snprintf(facts->title, sizeof facts->title, "%s",
             settings->title ? settings->title : map->title);
    if (settings->live) {
        snprintf(facts->live, sizeof facts->live, "%s", settings->live);
    }
    if (settings->site_title) {
        snprintf(facts->site_title, sizeof facts->site_title, "%s", settings->site_title);
    }
    if (settings->address) {
        map_facts_set_address(settings->address, facts);
    }
}

enum adtmap_status run_open(struct run *run)
{
    const struct job_settings *settings = run->asked.settings;
    enum adtmap_status status = path_check_map_name(run->asked.map_name, &run->diag);
    if (status) {
        return status;
    }
    char *directory = path_map_directory(settings->out, run->asked.map_name);
    run->result->directory = directory;
    run->open.log_path = directory ? build_log_path(directory) : NULL;
    if (!run->open.log_path) {
        return diag_fail_memory(&run->diag);
    }
    if (!settings->is_check) {
        status = folder_lock_find(&run->open.lock, directory, &run->diag);
    }
    status = status ? status : read_log(run);
    if (status) {
        return status;
    }
    find_facts(run);
    if (settings->minimap) {
        status = client_minimap_open(settings->minimap, &run->diag, &run->open.minimap);
    }
    if (settings->worldmap && !status) {
        status = client_minimap_open(settings->worldmap, &run->diag, &run->open.worldmap);
    }
    return status;
}

void run_free(struct run *run)
{
    plan_free(run->plan);
    build_log_destroy(run->open.log);
    places_free(&run->open.places);
    markers_free(&run->open.markers);
    free(run->request.markers);
    free(run->request.zones.items);
    buffer_free(&run->open.settings_text);
    client_minimap_close(&run->open.minimap);
    client_minimap_close(&run->open.worldmap);
    folder_lock_release(&run->open.lock);
    free(run->open.facts);
    free(run->open.log_path);
    free(run->asked.leaflet);
}

enum adtmap_status run_each(const struct run *run, uint32_t count, run_work *work, void *user)
{
    enum adtmap_status first = ADTMAP_OK;
    uint32_t first_index = count;
#pragma omp parallel for schedule(dynamic) num_threads((int)run_threads(run)) if (count > 1)
    for (uint32_t i = 0; i < count; i++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {run->diag.file, run->diag.log, &failure};
        enum adtmap_status status = work(user, i, &diag);
#pragma omp critical(run_each)
        if (status && i < first_index) {
            first = status;
            first_index = i;
            if (run->diag.failure) {
                *run->diag.failure = failure;
            }
        }
    }
    return first;
}
