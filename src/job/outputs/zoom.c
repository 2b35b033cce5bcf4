/*
 * Zoom levels of a series, and values for pages. A picture is made of its four children, the
 * deepest of a tile's pixels, or of several tiles' where it shows several; values are made of a
 * tile's pixels too. The levels are declared from the deepest up: if a picture is made, so are
 * those above it. They are recorded in the same order, since the record of a picture hashes what
 * those of its children say.
 *
 * What a layer that the run does not ask for is made into is kept while it shows its tiles.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "os/file_stamp.h"
#include "os/temporary.h"
#include "output/web/value_scripts.h"
#include "output/zoom/layer_tint.h"
#include "output/zoom/web_folder.h"

static bool ask(struct run *run, uint32_t number)
{
    const struct run_asked *asked = &run->asked;
    struct plan_series *series = &run->request.series[number];
    struct adtmap_layer layer;
    bool is_layer = number > 0 && data_layer_of_file_name(series->name, &layer);
    series->has_heights = is_layer && data_layers[layer.kind].tint == LAYER_TINT_HEIGHTS;
    /* Data layers lie over the map: they need the transparency that JPEG lacks. Heights in colours
     * stand no loss. */
    series->zoom_format = series->has_heights || (number > 0 && asked->web_format == IMAGE_JPEG)
                              ? IMAGE_PNG
                              : asked->web_format;
    series->zoom.is_asked = run_may_join(series) && asked->has_pages;
    run->request.zoom_max = pyramid_depth(asked->settings->tile.size_px).zoom;
    if (number > 0) {
        series->has_values = is_layer && data_layers[layer.kind].read_out > 0;
        series->zoom.recipe =
            recipe_layer_zoom(run->request.series[0].zoom.recipe, series->drawn.recipe);
        return true;
    }
    return recipe_zoom(asked->settings, asked->web_format, asked->web_quality,
                       &series->zoom.recipe);
}

/* A series whose zoom pictures are being declared. */
struct zooming {
    struct planning *planning;
    struct graph *graph;
    uint32_t number;
    const struct plan_series *series;
    const struct tile_set *present;
    enum node_policy policy;
};

/* Adds a node; what is not to be made is added only where there is a record. */
static uint32_t add_node(const struct zooming *zooming, enum node_policy policy, struct node_id id,
                         const uint32_t *inputs, uint32_t count)
{
    struct node node = {
        .id = id,
        .policy = policy,
        .inputs = inputs,
        .input_count = count,
    };
    if (policy != NODE_KEEP) {
        node.recipe = zooming->series->zoom.recipe;
    }
    bool is_added = policy == NODE_MAKE || build_log_find(zooming->graph->log, id);
    return is_added ? graph_add(zooming->graph, &node) : NODE_NONE;
}

/* Declares a level; `below` has the numbers of the nodes of the next one, row by row. */
static void declare_level(const struct zooming *zooming, uint32_t zoom, const uint32_t *below,
                          uint32_t *own)
{
    uint32_t *inputs = zooming->planning->inputs;
    uint32_t edge = 1U << zoom;
    for (uint32_t i = 0; i < edge * edge; i++) {
        uint32_t x = i & (edge - 1);
        uint32_t y = i >> zoom;
        uint32_t count = 0;
        own[i] = NODE_NONE;
        if (!pyramid_shows(zooming->present, zoom, x, y)) {
            continue;
        }
        if (below) {
            for (; count < 4; count++) {
                inputs[count] = below[(2 * y + count / 2) * 2 * edge + 2 * x + count % 2];
            }
        } else if (zoom >= PYRAMID_GRID_ZOOM) {
            uint32_t shift = zoom - PYRAMID_GRID_ZOOM;
            inputs[count++] =
                plan_tile_node(zooming->planning, zooming->number, x >> shift, y >> shift);
        } else {
            uint32_t span = TILE_SET_GRID >> zoom;
            for (; count < span * span; count++) {
                inputs[count] = plan_tile_node(zooming->planning, zooming->number,
                                               x * span + count % span, y * span + count / span);
            }
        }
        const struct node_id id =
            node_zoom(zooming->series->name, zoom, x, y, zooming->series->zoom_format);
        own[i] = add_node(zooming, zooming->policy, id, inputs, count);
    }
}

static void declare_values(const struct zooming *zooming)
{
    enum node_policy policy = zooming->policy == NODE_KEEP ? NODE_KEEP : NODE_MAKE;
    for (struct tile_step tile = {0}; tile_set_next(zooming->present, &tile);) {
        const struct node_id id =
            node_of_series(NODE_VALUES, zooming->series->name, tile.x, tile.y);
        const uint32_t input = plan_tile_node(zooming->planning, zooming->number, tile.x, tile.y);
        (void)add_node(zooming, policy, id, &input, 1);
    }
}

/* Whether the log has zoom pictures of the series: any, since the upper ones go first. */
static bool has_records(const struct build_log *log, const char *series)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        bool is_zoom = record->id.kind == NODE_ZOOM || record->id.kind == NODE_VALUES;
        if (record->state != BUILD_GONE && is_zoom && strcmp(record->id.series, series) == 0) {
            return true;
        }
    }
    return false;
}

static void declare(struct planning *planning)
{
    for (uint32_t number = 0; number < planning->request->series_count; number++) {
        const struct plan_series *series = &planning->request->series[number];
        struct plan_of_series *result = &planning->plan->series[number];
        const struct zooming zooming = {
            planning, &planning->plan->graph, number,
            series,   &result->present,       series->zoom.is_asked ? NODE_MAKE : NODE_KEEP};
        bool is_kept =
            number > 0 && !series->is_asked && has_records(zooming.graph->log, series->name);
        uint32_t *below = NULL;
        if (!series->zoom.is_asked && !is_kept) {
            continue;
        }
        result->first_zoom = zooming.graph->count;
        for (uint32_t zoom = planning->request->zoom_max + 1; zoom-- > 0;) {
            uint32_t *own = array_resize(NULL, (size_t)1 << 2 * zoom, sizeof *own);
            if (!own) {
                zooming.graph->failed = true;
                break;
            }
            declare_level(&zooming, zoom, below, own);
            free(below);
            below = own;
        }
        free(below);
        result->end_zoom = zooming.graph->count;
        if (series->has_values) {
            declare_values(&zooming);
        }
    }
}

static bool has_file(void *user, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct joined_zoom *levels = user;
    return levels->has_file[pyramid_joined(zoom, x, y)];
}

static void keep_picture(void *user, const struct pyramid_picture *picture)
{
    struct joined_zoom *levels = user;
    buffer_append(&levels->pictures, picture, sizeof *picture);
}

static void keep_values(void *user, const struct value_script *script)
{
    struct joined_zoom *levels = user;
    buffer_append(&levels->values, script, sizeof *script);
}

static enum adtmap_status open_pictures(struct joined *joined, uint32_t number,
                                        const struct plan_zoom *made)
{
    const struct run *run = joined->run;
    const struct job_settings *settings = run->asked.settings;
    const struct plan_series *series = &run->request.series[number];
    struct joined_zoom *levels = &joined->zoom[number];
    struct output *pyramid = NULL;
    char path[PATH_NAME_BYTES];
    const struct pyramid_options options = {
        .size_px = settings->tile.size_px,
        .has_heights = series->has_heights,
        .format = series->zoom_format,
        .effort = settings->effort,
        .quality = run->asked.web_quality,
        .files = &joined->files,
        .joined = made->joined,
        .has_file = has_file,
        .made = keep_picture,
        .user = levels,
    };
    /* Pictures that have a file on record may be read instead of made. The log is searched before
     * threads start to add records to it. */
    for (uint32_t zoom = 0; zoom <= PYRAMID_GRID_ZOOM && zoom <= run->request.zoom_max; zoom++) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            const struct build_record *record = build_log_find(
                run->open.log, node_zoom(series->name, zoom, x, y, series->zoom_format));
            levels->has_file[pyramid_joined(zoom, x, y)] = record && record->file.bytes > 0;
        }
    }
    path_zoom_folder(series->name, path);
    char *folder = run_full_path(run, node_file(path));
    enum adtmap_status status =
        folder ? pyramid_open(folder, &made->tiles, &options, &run->diag, &pyramid)
               : diag_fail_memory(&run->diag);
    free(folder);
    if (status) {
        return status;
    }
    struct output *output = pyramid;
    if (number > 0) { /* shown in colours */
        const struct adtmap_height_range height = {series->drawn.range_yd[0],
                                                   series->drawn.range_yd[1], 0};
        output = layer_tint_output(output, layers_of(settings)->layers[number - 1], &height,
                                   settings->tile.size_px, &run->diag);
    }
    if (!output) {
        pyramid->operations->abort(pyramid);
        return ADTMAP_NO_MEMORY;
    }
    joined->outputs[joined->count++] = (struct pipeline_output){output, number};
    return ADTMAP_OK;
}

static enum adtmap_status open(struct joined *joined, uint32_t number)
{
    const struct run *run = joined->run;
    const struct tile_set values = plan_made(&run->request, run->plan, NODE_VALUES, number);
    struct plan_zoom zoom;
    struct output *output = NULL;
    plan_made_zoom(&run->request, run->plan, number, &zoom);
    enum adtmap_status status = zoom.is_any ? open_pictures(joined, number, &zoom) : ADTMAP_OK;
    if (status || tile_set_is_empty(&values)) {
        return status;
    }
    const struct series *drawn = &run->request.series[number].drawn;
    const struct value_scripts_options options = {
        .directory = run->result->directory,
        .layer = layers_of(run->asked.settings)->layers[number - 1],
        .tiles = values,
        .size_px = run->asked.settings->tile.size_px,
        .range_yd = {drawn->range_yd[0], drawn->range_yd[1]},
        .made = keep_values,
        .user = &joined->zoom[number],
    };
    status = value_scripts_open(&options, &run->diag, &output);
    if (!status) {
        joined->outputs[joined->count++] = (struct pipeline_output){output, number};
    }
    return status;
}

/* Records a file that is made of tiles, or drops its record if all of them failed. */
static bool record_file(struct run *run, struct node_id id, const struct build_file *file,
                        bool is_made)
{
    struct file_stamp stamp = {0};
    if (!is_made) {
        struct build_record *record = build_log_find(run->open.log, id);
        if (record) {
            build_log_drop(run->open.log, record);
        }
        return true;
    }
    char *full = run_full_path(run, id);
    bool fine = full && (file->bytes == 0 || file_stamp_of_output(full, &stamp));
    free(full);
    struct build_record record = {.id = id, .file = *file};
    record.file.key = stamp.key;
    output_describe(run, &record);
    return fine && build_log_put(run->open.log, &record);
}

static int deepest_first(const void *a, const void *b)
{
    uint32_t x = ((const struct pyramid_picture *)a)->zoom;
    uint32_t y = ((const struct pyramid_picture *)b)->zoom;
    return (x < y) - (x > y);
}

static enum adtmap_status record(struct joined *joined, uint32_t number)
{
    struct run *run = joined->run;
    const struct plan_series *series = &run->request.series[number];
    const struct joined_zoom *levels = &joined->zoom[number];
    struct pyramid_picture *pictures = (void *)levels->pictures.data;
    const struct value_script *scripts = (const void *)levels->values.data;
    size_t picture_count = levels->pictures.size / sizeof *pictures;
    size_t script_count = levels->values.size / sizeof *scripts;
    bool fine = !levels->pictures.failed && !levels->values.failed;
    if (!picture_count && !script_count) {
        return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
    }
    struct tile_set present =
        plan_present(&run->request, run->open.log, number, &run->plan->series[number].shown);
    if (fine && picture_count > 0) {
        array_sort(pictures, picture_count, sizeof *pictures, deepest_first);
    }
    for (size_t i = 0; i < picture_count && fine; i++) {
        const struct pyramid_picture *made = &pictures[i];
        const struct node_id id =
            node_zoom(series->name, made->zoom, made->x, made->y, series->zoom_format);
        fine = record_file(run, id, &(struct build_file){made->bytes, 0, made->content},
                           pyramid_shows(&present, made->zoom, made->x, made->y));
    }
    for (size_t i = 0; i < script_count && fine; i++) {
        const struct value_script *made = &scripts[i];
        const struct node_id id = node_of_series(NODE_VALUES, series->name, made->x, made->y);
        fine = record_file(run, id, &(struct build_file){made->bytes, 0, made->content},
                           tile_set_has(&present, made->x, made->y));
    }
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

/* The pictures that there are, as names cannot be counted up. */
static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    struct web_folder folder = {0};
    char name[PATH_NAME_BYTES];
    path_zoom_folder(series, name);
    char *path = run_full_path(run, node_file(name));
    enum adtmap_status status =
        path ? web_folder_read(path, &run->diag, &folder) : diag_fail_memory(&run->diag);
    free(path);
    for (size_t i = 0; i < folder.count; i++) {
        const struct web_tile *tile = &folder.tiles[i];
        output_list(nodes, node_zoom(series, tile->zoom, tile->x, tile->y, tile->format));
    }
    web_folder_free(&folder);
    if (status && status != ADTMAP_NOT_FOUND) {
        return status;
    }
    return output_list_tiles(run, NODE_VALUES, series, nodes);
}

/* Removes what killed runs left, of pictures that this run does not make, too. */
static enum adtmap_status deliver(struct run *run)
{
    char *folder =
        (run->asked.outputs & JOB_WEB) ? run_full_path(run, node_file(PATH_ZOOM_FOLDER)) : NULL;
    if (folder) {
        temporary_sweep_below(folder);
    }
    free(folder);
    return ADTMAP_OK;
}

const struct output_kind output_zoom = {
    .product = PRODUCT_WEB,
    .ask = ask,
    .declare = declare,
    .open = open,
    .record = record,
    .deliver = deliver,
    .list = list,
};
