/*
 * One tile at a time: its files are read, the scene is put together, the picture is drawn and
 * compressed, then each data layer in turn, in one buffer. Pixels go to the outputs of their series
 * as soon as it is known that the file of the node could be made. What is read of the data on the
 * way becomes the task's dependencies.
 */
#include "job/tiles/worker.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/path.h"
#include "codec/png/png_read.h"
#include "graph/node_id.h"
#include "job/tiles/layer_draw.h"
#include "map/map_low_res.h"
#include "os/clock.h"
#include "os/large_alloc.h"
#include "output/manifest/manifest.h"
#include "output/picture_png.h"
#include "render/terrain/low_res_terrain.h"
#include "scene/tile/tile_source.h"

struct worker {
    const struct pipeline *pipeline;
    unsigned threads; /* that draw one tile together */
    struct arena arena;
    struct arena for_edges; /* of tile_edges_light */
    struct tile_scratch *scratch;
    struct png_encoder *encoder;
    uint8_t *pixels;
    void *layer_pixels;
    struct job_times times;
};

/* Hands a node's pixels to the outputs of its series; NULL: tells them that the node failed. */
static void give_to_outputs(struct worker *worker, const struct tile_task *task, uint32_t series,
                            const void *pixels, size_t stride_bytes)
{
    const struct pipeline *pipeline = worker->pipeline;
    double since = clock_seconds();
    for (uint32_t i = 0; i < pipeline->output_count; i++) {
        struct output *output = pipeline->outputs[i].output;
        if (pipeline->outputs[i].series == series && pixels) {
            output->operations->put(output, task->x, task->y, pixels, stride_bytes);
        } else if (pipeline->outputs[i].series == series) {
            output->operations->skip(output, task->x, task->y);
        }
    }
    worker->times.encode += clock_lap(&since);
}

static size_t layer_stride(const struct worker *worker, uint32_t series)
{
    const struct job_settings *settings = worker->pipeline->settings;
    return settings->tile.size_px *
           adtmap_layer_pixel_bytes(layers_of(settings)->layers[series - 1]);
}

/* A layer that fails stops no other layer. Each is handed to its outputs at once, since all layers
 * share one buffer for pixels. */
static enum adtmap_status draw_layers(struct worker *worker, const struct tile_input *input,
                                      struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    struct layer_drawing drawing = {
        .settings = pipeline->settings,
        .plan = pipeline->plan,
        .input = input,
        .scratch = worker->scratch,
        .encoder = worker->encoder,
        .label = {pipeline->map_name, task->x, task->y},
        .pixels = worker->layer_pixels,
    };
    task->areas = malloc(sizeof *task->areas);
    if (!task->areas) {
        return diag_fail_memory(diag);
    }
    layer_draw_areas(input->scene, &pipeline->settings->tile, task->areas);
    for (uint32_t i = 1; i <= layers_of(pipeline->settings)->count; i++) {
        struct tile_node *node = &task->nodes[i];
        struct diag own = {diag->file, diag->log, &node->message};
        if (tile_task_draws(task, i)) {
            node->status = layer_draw(&drawing, i - 1, &own, node);
        }
        if (tile_task_draws(task, i) && !node->status) {
            give_to_outputs(worker, task, i, worker->layer_pixels, layer_stride(worker, i));
        }
    }
    worker->times.draw += drawing.draw_seconds;
    worker->times.encode += drawing.encode_seconds;
    return ADTMAP_OK;
}

static enum adtmap_status draw_nodes(struct worker *worker, const struct tile_input *input,
                                     struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    enum adtmap_status status = ADTMAP_OK;
    bool has_picture = tile_task_draws(task, 0);
    if (has_picture) {
        size_t stride = (size_t)pipeline->settings->tile.size_px * 4;
        double since = clock_seconds();
        status = tile_draw(pipeline->plan, input, worker->scratch, worker->pixels, stride, diag);
        worker->times.draw += clock_lap(&since);
    }
    task->is_bare = has_picture && scene_is_bare(input->scene);
    task->has_shadows = has_picture && scene_has_shadows(input->scene);
    task->lacks_shadows = has_picture && !task->has_shadows && scene_has_terrain(input->scene);
    if (!status && pipeline->settings->strict) {
        status = tile_source_check_complete(task->missing_assets, diag);
    }
    return status ? status : draw_layers(worker, input, task, diag);
}

static enum adtmap_status draw_near(struct worker *worker, const struct adt_files *files,
                                    struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    struct tile_source source;
    struct tile_request request =
        tile_request_of(pipeline->map, task->x, task->y, &pipeline->settings->tile);
    request.quad_px = tile_plan_quad_px(pipeline->plan);
    request.has_picture = tile_task_draws(task, 0);
    const struct data_layer_selection *layers = layers_of(pipeline->settings);
    for (uint32_t i = 0; i < layers->count; i++) {
        request.layer_needs |=
            tile_task_draws(task, i + 1) ? data_layers[layers->layers[i].kind].needs : 0;
    }
    const bool is_lit = tile_edges_want(pipeline->plan, &request);
    double since = clock_seconds();
    struct tile_input input;
    enum adtmap_status status = tile_source_open(&request, files, &worker->arena, diag, &source);
    if (!status) {
        status = tile_input_make(pipeline->plan, source.scene, &source.textures, &worker->arena,
                                 diag, &input);
    }
    worker->times.decode += clock_lap(&since);
    if (!status && is_lit) {
        status = tile_edges_light(pipeline->edges, pipeline->plan, request.has_picture,
                                  worker->scratch, &worker->for_edges, diag, &input);
    }
    worker->times.draw += clock_lap(&since);
    if (!status) {
        task->missing_assets = tile_source_missing_assets(&source);
        status = draw_nodes(worker, &input, task, diag);
    }
    tile_source_close(&source);
    arena_reset(&worker->arena);
    return status;
}

static enum adtmap_status draw_low_res(struct worker *worker, const struct tile_task *task,
                                       const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    const struct adtmap_settings *settings = &pipeline->settings->tile;
    double since = clock_seconds();
    struct low_res_tile tile;
    map_low_res_tile(pipeline->map, task->x, task->y, settings, &tile);
    bool drawn = low_res_terrain_draw(settings, &tile, worker->threads, worker->pixels,
                                      (size_t)settings->size_px * 4);
    worker->times.draw += clock_lap(&since);
    return drawn ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status encode_tile(struct worker *worker, struct tile_task *task,
                                      const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    const struct adtmap_settings *settings = &pipeline->settings->tile;
    const struct tile_label label = {pipeline->map_name, task->x, task->y};
    double since = clock_seconds();
    if (!manifest_pixel_hash(worker->pixels, settings->size_px, settings->size_px, 4,
                             (size_t)settings->size_px * 4, &task->nodes[0].pixels)) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        picture_png_encode(worker->encoder, worker->pixels, settings, pipeline->settings->effort,
                           &label, diag, &task->nodes[0].png);
    worker->times.encode += clock_lap(&since);
    return status;
}

static enum adtmap_status draw(struct worker *worker, struct tile_task *task,
                               const struct diag *diag)
{
    const struct adtmap_map *map = worker->pipeline->map;
    struct tile_files files = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (task->is_low_res) {
        return draw_low_res(worker, task, diag);
    }
    double since = clock_seconds();
    if (tile_task_has_files(task, map)) {
        status = map_read_tile(map, task->x, task->y, diag, &files);
    }
    worker->times.read += clock_lap(&since);
    dep_set_merge(&task->own_files, &task->dependencies);
    if (!status) {
        status = draw_near(worker, &files.adt, task, diag);
        tile_files_release(&files);
    }
    return status;
}

static enum adtmap_status draw_tile_files(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    char origin[512];
    map_tile_origin(pipeline->map, task->x, task->y, origin, sizeof origin);
    struct diag diag = tile_task_diag(task, pipeline->log, origin);
    task->nodes = calloc(pipeline->series_count, sizeof *task->nodes);
    if (!task->nodes) {
        return diag_fail_memory(&diag);
    }
    task->nodes[0].png = task->spare;
    task->spare = (struct buffer){0};
    dep_recorder_set(&task->dependencies);
    enum adtmap_status status = draw(worker, task, &diag);
    dep_recorder_set(NULL);
    return status || !tile_task_draws(task, 0) ? status : encode_tile(worker, task, &diag);
}

/* Draws the nodes of a task. The picture is handed to its outputs last, when it is known whether it
 * could be encoded: a picture without a file must not be in the stitched map. Layers that failed
 * are skipped here. */
static void make_nodes(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    size_t stride = (size_t)pipeline->settings->tile.size_px * 4;
    task->status = draw_tile_files(worker, task);
    for (uint32_t i = 0; i < pipeline->series_count; i++) {
        struct tile_node *node = task->nodes ? &task->nodes[i] : NULL;
        /* a failure of the tile fails all its nodes; its task names a single node that failed */
        if (node && task->status && tile_task_draws(task, i) && !node->status) {
            node->status = task->status;
            node->message = task->message;
        }
        bool fails = task->status || !node || node->status;
        if (tile_task_draws(task, i) && (i == 0 || fails)) {
            give_to_outputs(worker, task, i, fails ? NULL : worker->pixels, stride);
        }
    }
}

static enum adtmap_status read_picture(struct worker *worker, const char *path,
                                       const struct diag *diag)
{
    uint32_t size_px = worker->pipeline->settings->tile.size_px;
    uint32_t width;
    uint32_t height;
    struct png_rows *rows = NULL;
    enum adtmap_status status = png_rows_open(path, diag, &rows, &width, &height);
    if (!status && (width != size_px || height != size_px)) {
        status = diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                           "is of %u by %u px, not %u: changed while adtmap was at work",
                           (unsigned)width, (unsigned)height, (unsigned)size_px);
    }
    for (size_t y = 0; y < size_px && !status; y++) {
        status = png_rows_next(rows, worker->pixels + y * size_px * 4);
    }
    png_rows_close(rows);
    return status;
}

/* Reads the pixels of a node that an earlier run has made. */
static enum adtmap_status read_back(struct worker *worker, struct tile_task *task, uint32_t series)
{
    const struct pipeline *pipeline = worker->pipeline;
    char name[NODE_PATH_BYTES];
    node_path(node_tile(pipeline->series[series], task->x, task->y), pipeline->map_name, name);
    char *path = path_join(pipeline->directory, name);
    struct diag diag = tile_task_diag(task, pipeline->log, path);
    double since = clock_seconds();
    enum adtmap_status status;
    if (!path) {
        status = diag_fail_memory(&diag);
    } else if (series == 0) {
        status = read_picture(worker, path, &diag);
    } else {
        status = layer_read_back(path, layers_of(pipeline->settings)->layers[series - 1],
                                 pipeline->settings->tile.size_px, &diag, worker->layer_pixels);
    }
    worker->times.decode += clock_lap(&since);
    free(path);
    return status;
}

static void read_nodes(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    for (uint32_t i = 0; i < pipeline->series_count; i++) {
        if (!(task->reads >> i & 1)) {
            continue;
        }
        enum adtmap_status status = read_back(worker, task, i);
        const void *pixels = i == 0 ? (const void *)worker->pixels : worker->layer_pixels;
        size_t stride =
            i == 0 ? (size_t)pipeline->settings->tile.size_px * 4 : layer_stride(worker, i);
        give_to_outputs(worker, task, i, status ? NULL : pixels, stride);
        task->read_status = task->read_status ? task->read_status : status;
    }
}

void worker_take(struct worker *worker, struct tile_task *task)
{
    if (task->draws) {
        make_nodes(worker, task);
    }
    if (task->reads) {
        read_nodes(worker, task);
    }
}

void worker_done(const struct worker *worker)
{
    for (uint32_t i = 0; i < worker->pipeline->output_count; i++) {
        struct output *output = worker->pipeline->outputs[i].output;
        output->operations->worker_done(output);
    }
}

const struct job_times *worker_times(const struct worker *worker)
{
    return &worker->times;
}

struct worker *worker_create(const struct pipeline *pipeline, unsigned threads)
{
    size_t size_px = pipeline->settings->tile.size_px;
    size_t layer_bytes = layer_draw_pixel_bytes(pipeline->settings);
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        return NULL;
    }
    worker->pipeline = pipeline;
    worker->threads = threads;
    worker->arena.block_bytes = HUGE_PAGE_BYTES;
    worker->arena.block_alloc = large_alloc;
    worker->for_edges = worker->arena;
    worker->scratch = pipeline->plan ? tile_scratch_create(pipeline->plan, threads) : NULL;
    worker->encoder = png_encoder_create(threads);
    worker->pixels = large_alloc(size_px * size_px * 4);
    worker->layer_pixels = layer_bytes ? large_alloc(size_px * size_px * layer_bytes) : NULL;
    if ((!worker->scratch && worker->pipeline->plan) || !worker->encoder || !worker->pixels ||
        (!worker->layer_pixels && layer_bytes)) {
        worker_destroy(worker);
        return NULL;
    }
    return worker;
}

void worker_destroy(struct worker *worker)
{
    if (!worker) {
        return;
    }
    tile_scratch_destroy(worker->scratch);
    png_encoder_destroy(worker->encoder);
    large_free(worker->pixels);
    large_free(worker->layer_pixels);
    arena_free(&worker->arena);
    arena_free(&worker->for_edges);
    free(worker);
}
