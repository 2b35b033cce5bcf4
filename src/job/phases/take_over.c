/*
 * Which tiles are taken over. Each folder (drawn_folder.h) gets a graph of its own, over its log,
 * with a node for each tile of a series that the run makes: so its tiles are judged by the same
 * rule as the run's. The record of one that is up to date goes into the run's log with the numbers
 * that its inputs have there. What becomes of the files is in take_over_files.c, what is said of
 * the others in take_over_explain.c.
 */
#include "job/phases/take_over.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/phases/drawn_folder.h"

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

/* A node for each tile on record there that the run is about. A record of another one, or of one
 * that was drawn with other settings, is one that the run does not replace. */
static bool judge(const struct run *run, struct drawn_folder *source)
{
    uint32_t judged = 0;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        const struct plan_series *series = &run->request.series[i];
        for (struct tile_step at = {0};
             series->is_asked && tile_set_next(&run->request.asked, &at);) {
            const struct build_record *record =
                plan_tile_record(&run->request, source->log, i, at.x, at.y);
            if (!record || record->state != BUILD_MADE) {
                continue;
            }
            const struct node node = {.id = record->id,
                                      .policy = NODE_MAKE,
                                      .recipe = series->drawn.recipe,
                                      .facts = series->facts[at.y][at.x],
                                      .has_facts = true};
            uint32_t number = graph_add(&source->graph, &node);
            source->is_left |=
                number == NODE_NONE || !hash128_equal(record->recipe, series->drawn.recipe);
            judged++;
        }
    }
    for (uint32_t i = 0; i < source->log->count; i++) {
        const struct build_record *record = &source->log->records[i];
        drawn += record->state == BUILD_MADE && record->id.kind == NODE_TILE;
    }
    bool may_lack_all = source->log->is_cut_short && drawn == 0;
    bool is_told = source->log->count > 0;
    source->is_left |= judged < drawn || may_lack_all || (!is_told && run->asked.settings->tiles);
    return !source->graph.failed;
}

static enum adtmap_status judge_source(struct run *run, struct drawn_folder *source)
{
    const struct source_disk disk = {run, source};
    const struct graph_disk looks = {(void *)(uintptr_t)&disk, look_at_file, look_at_input,
                                     (int)run_threads(run)};
    bool fine = graph_open(&source->graph, source->log, &looks);
    source->graph.redraw = run->asked.settings->redraw;
    source->graph.is_strict = run->asked.settings->strict;
    return fine && judge(run, source) ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static bool has_same_inputs(const struct build_record *a, const struct build_record *b)
{
    return a->input_count == b->input_count &&
           memcmp(a->inputs, b->inputs, a->input_count * sizeof *a->inputs) == 0;
}

/* Puts the record into the run's log, with the numbers that inputs have there, unless the run has
 * the same; the file is to be copied if the map's is another. False when out of memory. */
static bool take_record(struct run *run, const struct drawn_folder *source,
                        const struct build_record *record)
{
    struct build_log *log = run->open.log;
    struct build_record taken = *record;
    bool has_file = false;
    char *path = run_full_path(run, record->id);
    taken.note = record->note ? strdup(record->note) : NULL;
    taken.inputs = array_resize(NULL, (size_t)record->input_count + 1, sizeof *taken.inputs);
    bool fine = path && taken.inputs && (taken.note || !record->note);
    for (uint32_t i = 0; i < record->input_count && fine; i++) {
        fine = build_log_input(log, &source->log->inputs[record->inputs[i]], &taken.inputs[i]);
    }
    const struct build_record *own = build_log_find(log, record->id);
    bool is_known =
        fine && own && own->state == BUILD_MADE && hash128_equal(own->recipe, record->recipe) &&
        hash128_equal(own->nodes, record->nodes) &&
        hash128_equal(own->file.content, record->file.content) && has_same_inputs(own, &taken);
    if (fine && own && !own->elsewhere) {
        /* A key is of one content: with another it would stand for bytes that are not there. */
        bool is_same = hash128_equal(own->file.content, record->file.content);
        taken.file.key = is_same ? own->file.key : 0;
        fine = build_file_is(path, log->written_ns, &taken.file, &has_file);
    }
    free(path);
    if (!fine || (is_known && (has_file || own->elsewhere))) {
        free(taken.inputs);
        free(taken.note);
        return fine;
    }
    taken.elsewhere = has_file ? NULL : source->directory;
    return build_log_put(log, &taken);
}

static bool take_tiles(struct run *run, const struct drawn_folder *source)
{
    bool fine = true;
    for (uint32_t i = 0; i < run->request.series_count && fine; i++) {
        const struct plan_series *series = &run->request.series[i];
        for (struct tile_step at = {0};
             series->is_asked && fine && tile_set_next(&series->tiles, &at);) {
            const struct build_record *record =
                plan_tile_record(&run->request, source->log, i, at.x, at.y);
            uint32_t number = record ? graph_find(&source->graph, record->id) : NODE_NONE;
            bool is_current =
                number != NODE_NONE && graph_node(&source->graph, number)->reason == UP_TO_DATE;
            fine = !is_current || take_record(run, source, record);
        }
    }
    return fine;
}

enum adtmap_status take_over_find(struct run *run)
{
    struct take_over *taken = run->open.taken = calloc(1, sizeof *taken);
    enum adtmap_status status = taken ? drawn_folders_find(run) : diag_fail_memory(&run->diag);
    struct build_log *log = run->open.log;
    for (size_t i = 0; !status && i < taken->count; i++) {
        struct drawn_folder *source = &taken->items[i];
        int64_t written_ns = source->log->written_ns;
        status = judge_source(run, source);
        if (written_ns && (!log->written_ns || written_ns < log->written_ns)) {
            log->written_ns = written_ns;
        }
        if (!status && !take_tiles(run, source)) {
            status = diag_fail_memory(&run->diag);
        }
    }
    return status;
}
