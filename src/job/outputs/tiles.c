/*
 * The tiles of a series: pictures, or a data layer. They are drawn by the pipeline (pipeline.h),
 * which calls tiles_record for each. Places that the run asks for and the map has no tile of lose
 * their record; tiles without a file are recorded as absent.
 */
#include "job/outputs/tiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "os/file.h"
#include "os/file_stamp.h"

static const struct node *add_tile(struct planning *planning, uint32_t number,
                                   enum node_policy policy, uint32_t x, uint32_t y)
{
    const struct plan_series *series = &planning->request->series[number];
    struct node node = {
        .id = node_tile(series->name, x, y), .policy = policy, .recipe = series->drawn.recipe};
    if (series->facts) {
        node.has_facts = true;
        node.facts = series->facts[y][x];
    }
    return graph_node(&planning->plan->graph, graph_add(&planning->plan->graph, &node));
}

/* A place that this run makes: a tile, or a tile that is recorded as absent, or nothing. */
static void declare_asked(struct planning *planning, uint32_t number,
                          const struct build_record *record, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    if (tile_set_has(&series->tiles, x, y)) {
        add_tile(planning, number, NODE_MAKE, x, y);
        tile_set_add(&result->shown, x, y);
        tile_set_add(&result->present, x, y);
        return;
    }
    if (tile_set_has(&series->absent, x, y)) {
        bool is_recorded = record && record->state == BUILD_ABSENT;
        if (is_recorded) {
            graph_claim(&plan->graph, record);
        }
        if (number > 0) {
            tile_set_add(&result->shown, x, y);
        }
        plan->makes_absent |= !is_recorded;
    }
}

/* A tile on record that is not made: it is left, but for those of a layer that is not asked for
 * where the run asks for the place: they are kept for as long as they show the map. */
static void declare_other(struct planning *planning, uint32_t number,
                          const struct build_record *record, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    bool is_left =
        number == 0 || series->is_asked || !tile_set_has(&planning->request->asked, x, y);
    if (record->state != BUILD_MADE) {
        bool stays =
            is_left || (record->state == BUILD_ABSENT && tile_set_has(&series->absent, x, y));
        if (stays) {
            graph_claim(&plan->graph, record);
        }
        if (stays && (record->state == BUILD_FAILED || number > 0)) {
            tile_set_add(&result->shown, x, y);
        }
        return;
    }
    if (!is_left && !tile_set_has(&series->tiles, x, y)) {
        plan->stale_layers++; /* no node: it is removed */
        return;
    }
    const struct node *node = add_tile(planning, number, is_left ? NODE_LEAVE : NODE_KEEP, x, y);
    if (node->fate == NODE_STAYS) {
        tile_set_add(&result->shown, x, y);
        tile_set_add(&result->present, x, y);
    }
    plan->stale_layers += node->fate == NODE_REMOVED;
    plan->other_recipe += number == 0 && node->reason == DIRTY_RECIPE;
    plan->other_file += number == 0 && node->reason == DIRTY_OUTPUT;
}

static void declare(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    for (uint32_t number = 0; number < request->series_count; number++) {
        for (struct tile_step tile = {0}; tile_next(&tile);) {
            const struct build_record *record =
                plan_tile_record(request, planning->plan->graph.log, number, tile.x, tile.y);
            if (request->series[number].is_asked && tile_set_has(&request->asked, tile.x, tile.y)) {
                declare_asked(planning, number, record, tile.x, tile.y);
            } else if (record && !request->drops_others) {
                declare_other(planning, number, record, tile.x, tile.y);
            }
        }
    }
}

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    return output_list_tiles(run, NODE_TILE, series, nodes);
}

const struct output_kind output_tiles = {.declare = declare, .list = list};

bool tiles_record_absent(struct run *run)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        const struct plan_series *series = &run->request.series[i];
        bool is_recorded = i == 0 || series->is_asked;
        for (struct tile_step tile = {0}; is_recorded && tile_set_next(&series->absent, &tile);) {
            const struct build_record record = {.id = node_tile(series->name, tile.x, tile.y),
                                                .state = BUILD_ABSENT};
            if (!build_log_find(run->open.log, record.id) &&
                !build_log_put(run->open.log, &record)) {
                return false;
            }
        }
    }
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *x = a;
    const uint32_t *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether what is drawn for a series reads textures or models. */
static bool series_has_assets(const struct run *run, uint32_t number)
{
    const struct data_layer_selection *layers = layers_of(run->asked.settings);
    const uint32_t assets = SCENE_NEEDS_GROUNDS | SCENE_NEEDS_OBJECTS;
    return number == 0 ? job_has_picture(run->asked.settings)
                       : (data_layers[layers->layers[number - 1].kind].needs & assets) != 0;
}

/* Adds inputs to a record's, each once. False when out of memory. */
static bool join_inputs(struct build_record *record, const struct build_record *other)
{
    size_t count = (size_t)record->input_count + other->input_count;
    uint32_t *inputs = realloc(record->inputs, (count + 1) * sizeof *inputs);
    if (!inputs) {
        return false;
    }
    if (other->input_count > 0) {
        memcpy(inputs + record->input_count, other->inputs, other->input_count * sizeof *inputs);
    }
    record->inputs = inputs;
    record->input_count =
        (uint32_t)array_sort_unique(inputs, count, sizeof *inputs, compare_numbers);
    record->missing_assets = record->missing_assets > other->missing_assets ? record->missing_assets
                                                                            : other->missing_assets;
    return true;
}

/*
 * Nodes of a tile that are drawn together have the same inputs, since they come from one scene. One
 * that is drawn later, as it failed or is new, gets those of the nodes that stay, so that its
 * record does not tell in how many runs they were drawn. False when out of memory.
 */
static bool add_inputs_of_others(const struct run *run, const struct tile_task *task,
                                 struct build_record *record)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (tile_task_draws(task, i) || !series_has_assets(run, i)) {
            continue;
        }
        const struct build_record *other =
            build_log_find(run->open.log, node_tile(run->request.series[i].name, task->x, task->y));
        if (other && other->state == BUILD_MADE && !join_inputs(record, other)) {
            return false;
        }
    }
    return true;
}

/* A node whose file is in place. Its note keeps what the manifest says of it and the record has no
 * field for. */
static bool record_made(struct run *run, struct tile_task *task, uint32_t number, const char *full)
{
    const struct data_layer_selection *layers = layers_of(run->asked.settings);
    const struct tile_node *node = &task->nodes[number];
    bool has_assets = series_has_assets(run, number);
    struct buffer note = {0};
    struct file_stamp stamp = {0};
    bool has_stamp = file_stamp_of_output(full, &stamp);
    struct build_record record = {
        .id = node_tile(run->request.series[number].name, task->x, task->y),
        .state = BUILD_MADE,
        .recipe = run->request.series[number].drawn.recipe,
        .nodes = run->request.series[number].facts[task->y][task->x],
        .pixels = node->pixels,
        .file = {node->png.size, has_stamp ? stamp.key : 0,
                 hash128(node->png.data, node->png.size)},
        .missing_assets = has_assets ? task->missing_assets : 0,
    };
    if (number == 0) {
        series_print_picture_note(&note, task->is_low_res, run->open.facts->layer[task->y][task->x],
                                  task->areas);
    } else {
        series_print_note(&note, layers->layers[number - 1], node->ground_yd, node->range_yd,
                          task->areas);
    }
    record.note = note.failed ? NULL : strdup((const char *)note.data);
    buffer_free(&note);
    if (!record.note ||
        !output_record_inputs(run, has_assets ? &task->dependencies : &task->own_files, &record) ||
        (has_assets && !add_inputs_of_others(run, task, &record))) {
        free(record.inputs);
        free(record.note);
        return false;
    }
    return build_log_put(run->open.log, &record);
}

/*
 * A failed node must not be represented by the file of an earlier run. A file that cannot be
 * removed stays, with a warning, and does not stop the other tiles. If the failure is that
 * something else is in its place, no warning repeats it.
 */
static enum adtmap_status record_failed(struct run *run, struct node_id id, const char *full,
                                        const struct adtmap_message *message,
                                        const struct diag *diag)
{
    char reason[sizeof *message];
    char note[MANIFEST_REASON_BYTES];
    struct adtmap_message why = {0};
    const struct diag own = {full, diag->log, &why};
    struct build_record record = {.id = id, .state = BUILD_FAILED};
    bool is_other = strcmp(message->file, full) == 0 && !file_is_regular(full);
    enum adtmap_status status = is_other ? ADTMAP_OK : file_remove(full, &own);
    if (status == ADTMAP_IO) {
        diag_warn(&own, NULL, NO_OFFSET, "%s; it is out of date", why.what);
    } else if (status) {
        return diag_fail_memory(diag);
    }
    adtmap_message_format(message, reason, sizeof reason);
    manifest_copy_text(reason, note, sizeof note);
    record.note = strdup(note);
    return record.note && build_log_put(run->open.log, &record) ? ADTMAP_OK
                                                                : diag_fail_memory(diag);
}

/* Records what became of a node. */
static enum adtmap_status record_node(struct run *run, struct tile_task *task, uint32_t number,
                                      const struct diag *diag)
{
    const struct node_id id = node_tile(run->request.series[number].name, task->x, task->y);
    const struct tile_node *node = task->nodes ? &task->nodes[number] : NULL;
    char *full = run_full_path(run, id);
    if (!full) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status;
    if (node && !node->status) {
        status = record_made(run, task, number, full) ? ADTMAP_OK : diag_fail_memory(diag);
    } else {
        status = record_failed(run, id, full, node ? &node->message : &task->message, diag);
    }
    free(full);
    return status;
}

/* Why a tile failed: as a whole, or the first of its nodes that did. NULL: it did not. */
static const struct adtmap_message *failure_of(const struct run *run, const struct tile_task *task)
{
    if (task->status) {
        return &task->message;
    }
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (tile_task_draws(task, i) && task->nodes[i].status) {
            return &task->nodes[i].message;
        }
    }
    return NULL;
}

void tiles_record(void *user, struct tile_task *task)
{
    struct tiles_recorder *recorder = user;
    struct run *run = recorder->run;
    struct job_result *result = run->result;
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        struct diag diag = run->diag;
        diag.failure = recorder->status ? NULL : diag.failure; /* the first failure is reported */
        if (tile_task_draws(task, i)) {
            enum adtmap_status status = record_node(run, task, i, &diag);
            recorder->status = recorder->status ? recorder->status : status;
        }
    }
    const struct adtmap_message *failure = failure_of(run, task);
    result->missing_assets += task->missing_assets;
    result->incomplete += !failure && task->missing_assets > 0;
    result->bare += !failure && task->is_bare;
    result->with_shadows += !failure && task->has_shadows;
    result->without_shadows += !failure && task->lacks_shadows;
    result->drawn += failure == NULL;
    if (failure && !job_result_add_failure(result, task->x, task->y, failure) &&
        !recorder->status) {
        recorder->status = diag_fail_memory(&run->diag);
    }
}
