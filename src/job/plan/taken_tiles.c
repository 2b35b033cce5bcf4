/* A record of a tile means the same in each log, but for the numbers of its inputs. */
#include "job/plan/taken_tiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

bool taken_tiles_judge(const struct plan_request *request, bool is_of_all,
                       const struct graph_disk *their_disk, struct build_log *theirs,
                       struct graph *graph, bool *is_left)
{
    uint32_t judged = 0;
    uint32_t drawn = 0;
    if (!graph_open(graph, theirs, their_disk)) {
        return false;
    }
    graph->redraw = request->policy;
    graph->is_strict = request->is_strict;
    for (uint32_t i = 0; i < request->series_count; i++) {
        const struct plan_series *series = &request->series[i];
        for (struct tile_step at = {0}; series->is_asked && tile_set_next(&request->asked, &at);) {
            const struct build_record *record = plan_tile_record(request, theirs, i, at.x, at.y);
            if (!record || record->state != BUILD_MADE) {
                continue;
            }
            const struct node node = {.id = record->id,
                                      .policy = NODE_MAKE,
                                      .recipe = series->drawn.recipe,
                                      .facts = series->facts[at.y][at.x],
                                      .has_facts = true};
            uint32_t number = graph_add(graph, &node);
            *is_left |= number == NODE_NONE || !hash128_equal(record->recipe, series->drawn.recipe);
            judged++;
        }
    }
    for (uint32_t i = 0; i < theirs->count; i++) {
        const struct build_record *record = &theirs->records[i];
        drawn += record->state == BUILD_MADE && record->id.kind == NODE_TILE;
    }
    bool may_lack_all = theirs->is_cut_short && drawn == 0;
    bool is_told = theirs->count > 0;
    *is_left |= judged < drawn || may_lack_all || (!is_told && !is_of_all);
    *is_left |= graph->unreadable_count > 0; /* the next run may be able to read it */
    return !graph->failed;
}

static bool has_same_inputs(const struct build_record *a, const struct build_record *b)
{
    return a->input_count == b->input_count &&
           memcmp(a->inputs, b->inputs, a->input_count * sizeof *a->inputs) == 0;
}

static bool take_record(const struct build_log *theirs, const struct build_record *record,
                        const char *directory, const struct graph_disk *own_disk,
                        struct build_log *log)
{
    struct build_record taken = *record;
    enum file_match own_file = FILE_CHANGED;
    taken.note = record->note ? strdup(record->note) : NULL;
    taken.inputs = array_resize(NULL, (size_t)record->input_count + 1, sizeof *taken.inputs);
    bool fine = taken.inputs && (taken.note || !record->note);
    for (uint32_t i = 0; i < record->input_count && fine; i++) {
        fine = build_log_input(log, &theirs->inputs[record->inputs[i]], &taken.inputs[i]);
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
        own_file = own_disk->file(own_disk->user, &taken);
        fine = own_file != FILE_NO_MEMORY;
    }
    if (!fine || (is_known && (own_file == FILE_SAME || own->elsewhere))) {
        free(taken.inputs);
        free(taken.note);
        return fine;
    }
    taken.elsewhere = own_file == FILE_SAME ? NULL : directory;
    return build_log_put(log, &taken);
}

bool taken_tiles_record(const struct plan_request *request, const struct build_log *theirs,
                        const struct graph *graph, const char *directory,
                        const struct graph_disk *own_disk, struct build_log *log)
{
    bool fine = true;
    for (uint32_t i = 0; i < request->series_count && fine; i++) {
        const struct plan_series *series = &request->series[i];
        for (struct tile_step at = {0};
             series->is_asked && fine && tile_set_next(&series->tiles, &at);) {
            const struct build_record *record = plan_tile_record(request, theirs, i, at.x, at.y);
            uint32_t number = record ? graph_find(graph, record->id) : NODE_NONE;
            bool is_current =
                number != NODE_NONE && graph_node(graph, number)->reason == UP_TO_DATE;
            fine = !is_current || take_record(theirs, record, directory, own_disk, log);
        }
    }
    return fine;
}
