#include "job/run/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/run/minimap_nodes.h"
#include "os/file.h"
#include "os/thread.h"

/* A shard starts from the records of the whole map; those of its own log replace them. */
static enum adtmap_status read_whole(struct run *run)
{
    char *path = build_log_path(run->result->directory, 0, 0);
    enum adtmap_status status =
        path ? build_log_read_earlier(run->log, path, "passed over", &run->diag)
             : diag_fail_memory(&run->diag);
    build_log_drop_facts(run->log, "");
    free(path);
    return status;
}

static enum adtmap_status read_log(struct run *run)
{
    run->log = build_log_create();
    if (!run->log) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = run_is_shard(run) ? read_whole(run) : ADTMAP_OK;
    if (status) {
        return status;
    }
    free(run->log->map);
    run->log->map = strdup(run->map_name);
    if (!run->log->map) {
        return diag_fail_memory(&run->diag);
    }
    return build_log_read_earlier(run->log, run->log_path,
                                  run_is_shard(run) ? "passed over" : "all tiles are drawn again",
                                  &run->diag);
}

enum adtmap_status run_find(struct run *run)
{
    const struct job_settings *settings = run->settings;
    enum adtmap_status status = path_check_map_name(run->map_name, &run->diag);
    if (status) {
        return status;
    }
    run->result->directory = path_map_directory(settings->out, run->map_name);
    run->log_path =
        run->result->directory
            ? build_log_path(run->result->directory, settings->shard.index, settings->shard.count)
            : NULL;
    if (!run->log_path) {
        return diag_fail_memory(&run->diag);
    }
    if (!settings->is_check) {
        status = folder_lock_find(&run->lock, run->result->directory, &settings->shard, &run->diag);
    }
    return status ? status : read_log(run);
}

static bool look_at_file(void *user, struct build_record *record, bool *is_same)
{
    const struct run *run = user;
    if (node_is_minimap(record->path)) {
        return minimap_node_is_same(run, record, is_same);
    }
    char *full = node_full_path(run->settings->out, run->result->directory, record->path);
    bool fine = full && build_file_is(full, run->log->written_ns, &record->file, is_same);
    free(full);
    return fine;
}

/* Without a map (merging) inputs count as unchanged. */
static bool look_at_input(void *user, struct dependency *input, bool *is_same)
{
    const struct run *run = user;
    enum dep_match match =
        run->map ? assets_compare(run->map->data->assets, run->log->written_ns, input) : DEP_SAME;
    *is_same = match == DEP_SAME;
    return match != DEP_NO_MEMORY;
}

struct graph_disk run_disk(struct run *run)
{
    unsigned threads = run->settings->threads ? run->settings->threads : thread_core_count();
    return (struct graph_disk){run, look_at_file, look_at_input, (int)threads};
}

void run_free(struct run *run)
{
    plan_free(run->plan);
    build_log_destroy(run->log);
    places_free(&run->places);
    markers_free(&run->markers);
    buffer_free(&run->settings_text);
    client_minimap_close(&run->minimap);
    folder_lock_release(&run->lock);
    free(run->facts);
    free(run->log_path);
    free(run->outputs.leaflet);
}
