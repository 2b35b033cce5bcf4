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

static enum file_match look_at_file(void *user, struct build_record *record)
{
    const struct drawn_folder *source = ((const struct source_disk *)user)->source;
    if (record->id.kind != NODE_TILE) {
        return FILE_CHANGED;
    }
    char *path = path_join(source->directory, record->path);
    enum file_match match =
        path ? build_file_compare(path, source->log->written_ns, &record->file) : FILE_NO_MEMORY;
    free(path);
    return match;
}

static enum file_match look_at_input(void *user, struct dependency *input)
{
    const struct source_disk *disk = user;
    return assets_compare(disk->run->asked.map->data->assets, disk->source->log->written_ns, input);
}

/* The map's own folder. */
static enum file_match look_at_own(void *user, struct build_record *record)
{
    return run_compare_file(user, record);
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
