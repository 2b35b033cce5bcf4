/*
 * The folders (drawn_folder.h) one after the other: what is taken of each is decided by
 * job/plan/taken_tiles.c, which sees their files and the data through the functions here. What
 * becomes of the files is in take_over_files.c, what is said of the others in take_over_explain.c.
 */
#include "job/phases/take_over.h"

#include <stdlib.h>

#include "base/path.h"
#include "job/phases/drawn_folder.h"
#include "job/plan/taken_tiles.h"

/* What the graph of a source sees of the disk. */
struct source_disk {
    const struct run *run;
    const struct drawn_folder *source;
};

void take_over_free(struct take_over *taken)
{
    for (size_t i = 0; taken && i < taken->count; i++) {
        drawn_folder_close(&taken->items[i]);
    }
    free(taken ? taken->items : NULL);
    free(taken);
}

static bool look_at_file(void *user, struct build_record *record, bool *is_same)
{
    const struct drawn_folder *source = ((const struct source_disk *)user)->source;
    *is_same = false;
    if (record->id.kind != NODE_TILE) {
        return true;
    }
    char *path = path_join(source->directory, record->path);
    bool fine = path && build_file_is(path, source->log->written_ns, &record->file, is_same);
    free(path);
    return fine;
}

static bool look_at_input(void *user, struct dependency *input, bool *is_same)
{
    const struct source_disk *disk = user;
    enum dep_match match =
        assets_compare(disk->run->asked.map->data->assets, disk->source->log->written_ns, input);
    *is_same = match == DEP_SAME;
    return match != DEP_NO_MEMORY;
}

/* Whether the map's own folder has the file of a record. */
static bool look_at_own(void *user, struct build_record *record, bool *is_same)
{
    const struct run *run = user;
    char *path = run_full_path(run, record->id);
    bool fine = path && build_file_is(path, run->open.log->written_ns, &record->file, is_same);
    free(path);
    return fine;
}

static bool take_tiles(struct run *run, struct drawn_folder *source)
{
    const bool is_of_all = !run->asked.settings->tiles;
    struct source_disk disk = {run, source};
    const struct graph_disk theirs = {&disk, look_at_file, look_at_input, (int)run_threads(run)};
    const struct graph_disk own = {.user = run, .file = look_at_own};
    struct build_log *log = run->open.log;
    const int64_t written_ns = source->log->written_ns;
    if (!taken_tiles_judge(&run->request, is_of_all, &theirs, source->log, &source->graph,
                           &source->is_left)) {
        return false;
    }
    if (written_ns && (!log->written_ns || written_ns < log->written_ns)) {
        log->written_ns = written_ns;
    }
    return taken_tiles_record(&run->request, source->log, &source->graph, source->directory, &own,
                              log);
}

enum adtmap_status take_over_find(struct run *run)
{
    struct take_over *taken = run->open.taken = calloc(1, sizeof *taken);
    enum adtmap_status status = taken ? drawn_folders_find(run) : diag_fail_memory(&run->diag);
    for (size_t i = 0; !status && i < taken->count; i++) {
        if (!take_tiles(run, &taken->items[i])) {
            status = diag_fail_memory(&run->diag);
        }
    }
    return status;
}
