/*
 * Stitched pictures of a series. One is made of all tiles that count as the map's, so tiles that
 * are not drawn are read back. Its node's facts are which places those are, with and without a
 * file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "codec/png/png_stream.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "job/outputs/stitched.h"
#include "output/layer_png.h"
#include "output/picture_png.h"

enum {
    LAYER_PIXEL_BYTES = 4, /* the most of any layer */
    STITCHED_FILES = 3,    /* with those that place it (world_files.c) */
};

/* An existing picture is kept up to date. */
static bool ask(struct run *run, uint32_t number)
{
    struct plan_series *series = &run->request.series[number];
    bool is_there = !run->request.drops_others && run_has_file(run, node_stitched(series->name));
    series->stitched = (struct plan_joined){
        .is_asked = run_may_join(series) && ((run->asked.outputs & JOB_STITCH) || is_there),
        .recipe = recipe_stitched(series->drawn.recipe, run_extent(run)),
    };
    return true;
}

static void declare_layer(struct planning *planning, uint32_t number)
{
    uint32_t count = 0;
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    const struct node_id id = node_stitched(series->name);
    bool has_record = build_log_find(plan->graph.log, id) != NULL;
    bool is_made = series->stitched.is_asked && !tile_set_is_empty(&result->shown);
    if (!is_made && (series->is_asked || !has_record)) {
        plan->stale_layers += has_record && number > 0 ? STITCHED_FILES : 0;
        return;
    }
    for (struct tile_step tile = {0}; tile_set_next(&result->shown, &tile);) {
        planning->inputs[count++] = plan_tile_node(planning, number, tile.x, tile.y);
    }
    const struct node stitched = {
        .id = id,
        .policy = is_made ? NODE_MAKE : NODE_KEEP,
        .recipe = is_made ? series->stitched.recipe : (struct hash128){0},
        .facts = hash128(&result->shown, sizeof result->shown),
        .has_facts = true,
        .inputs = planning->inputs,
        .input_count = count,
    };
    const struct node *node = graph_node(&plan->graph, graph_add(&plan->graph, &stitched));
    if (node->fate == NODE_REMOVED) {
        plan->stale_layers += node->reason == DIRTY_OUTPUT ? 0 : STITCHED_FILES;
    }
}

/* Of pictures that are not asked for, the stitched map stays as it is. */
static void declare(struct planning *planning)
{
    const struct plan_series *pictures = &planning->request->series[0];
    for (uint32_t number = pictures->is_asked ? 0 : 1; number < planning->request->series_count;
         number++) {
        declare_layer(planning, number);
    }
}

size_t stitched_pixel_bytes(const struct run *run, uint32_t number)
{
    return number == 0 ? png_kind_channels(picture_png_kind(&run->asked.settings->tile))
                       : LAYER_PIXEL_BYTES;
}

void stitched_add_need(const struct run *run, uint32_t number, struct memory_need *need)
{
    const struct plan_of_series *series = &run->plan->series[number];
    if (run_makes(run, node_stitched(run->request.series[number].name))) {
        size_t size_px = run->asked.settings->tile.size_px;
        uint32_t columns = stitch_bounds(&series->shown, run_extent(run)).columns;
        size_t row_px = columns * size_px;
        size_t pixel_bytes = stitched_pixel_bytes(run, number);
        need->row_bytes += row_px * size_px * pixel_bytes;
        need->stream_bytes += png_stream_bytes(row_px * pixel_bytes, 1);
        need->row_columns = columns > need->row_columns ? columns : need->row_columns;
    }
}

static enum adtmap_status open(struct joined *joined, uint32_t number)
{
    struct run *run = joined->run;
    const struct plan_of_series *series = &run->plan->series[number];
    const struct job_settings *settings = run->asked.settings;
    const char *name = run->request.series[number].name;
    const struct png_text_chunk texts[] = {{"Map", run->asked.map_name}, {"Layer", name}};
    struct memory_need own = {0};
    struct output *output = NULL;
    if (!run_makes(run, node_stitched(name))) {
        return ADTMAP_OK;
    }
    const struct tile_set made = plan_made(&run->request, run->plan, NODE_TILE, number);
    const struct tile_set read_back = plan_read_back(&run->request, run->plan, number);
    stitched_add_need(run, number, &own);
    struct stitch_options options = {
        .size_px = settings->tile.size_px,
        .extent = run_extent(run),
        .png = {picture_png_kind(&settings->tile), settings->effort, texts, number == 0 ? 1 : 2},
        .budget_bytes = joined->stitch_bytes / joined->row_bytes * own.row_bytes,
        .workers = joined->workers,
        .threads = joined->stream_threads,
    };
    if (number == 0) {
        memcpy(options.background, settings->tile.background, sizeof options.background);
    } else {
        const struct adtmap_layer layer = layers_of(settings)->layers[number - 1];
        options.png.kind = layer_png_kind(layer);
        memcpy(options.background, data_layers[layer.kind].nothing, sizeof options.background);
    }
    char *path = run_full_path(run, node_stitched(name));
    enum adtmap_status status =
        path ? stitch_open(path, &series->shown, &options, &run->diag, &output)
             : diag_fail_memory(&run->diag);
    free(path);
    if (status) {
        return status;
    }
    /* Tiles that failed in other runs will not be put in this one: rows must not wait for them. */
    for (struct tile_step tile = {0}; tile_set_next(&series->shown, &tile);) {
        if (!tile_set_has(&made, tile.x, tile.y) && !tile_set_has(&read_back, tile.x, tile.y)) {
            output->operations->skip(output, tile.x, tile.y);
        }
    }
    joined->outputs[joined->count++] = (struct pipeline_output){output, number};
    return ADTMAP_OK;
}

static enum adtmap_status record(struct joined *joined, uint32_t number)
{
    struct run *run = joined->run;
    struct build_record record = {.id = node_stitched(run->request.series[number].name)};
    if (!run_makes(run, record.id)) {
        return ADTMAP_OK;
    }
    if (run_extent(run) == STITCH_GRID) {
        record.note = strdup("grid");
        if (!record.note) {
            return diag_fail_memory(&run->diag);
        }
    }
    return output_record(run, &record);
}

static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    (void)run;
    output_list(nodes, node_stitched(series));
    return ADTMAP_OK;
}

const struct output_kind output_stitched = {
    .product = PRODUCT_STITCHED,
    .ask = ask,
    .declare = declare,
    .open = open,
    .record = record,
    .list = list,
};
