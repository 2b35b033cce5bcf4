#include "job/worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "codec/png/png_read.h"
#include "job/picture_png.h"
#include "os/clock.h"
#include "os/large_alloc.h"
#include "output/manifest/manifest.h"
#include "output/paths.h"
#include "render/terrain/low_res_terrain.h"
#include "scene/assembly/tile_source.h"
#include "scene/map/map_low_res.h"

struct worker {
    const struct pipeline *pipeline;
    unsigned threads; /* that draw one tile together */
    struct arena arena;
    struct tile_scratch *scratch;
    struct png_encoder *encoder;
    uint8_t *pixels;
    void *layer_pixels;
    struct job_times times;
};

static enum adtmap_status draw_picture(struct worker *worker, const struct tile_input *input,
                                       const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    size_t stride = (size_t)pipeline->settings->tile.size_px * 4;
    double since = clock_seconds();
    enum adtmap_status status =
        tile_draw(pipeline->plan, input, worker->scratch, worker->pixels, stride, diag);
    worker->times.draw += clock_lap(&since);
    return status;
}

static enum adtmap_status draw_layers(struct worker *worker, const struct tile_input *input,
                                      struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    struct layer_drawing drawing = {
        .plan = pipeline->plan,
        .input = input,
        .scratch = worker->scratch,
        .encoder = worker->encoder,
        .pixels = worker->layer_pixels,
    };
    enum adtmap_status status =
        layer_files_draw(pipeline->layers, task->x, task->y, &drawing, diag, &task->layers);
    worker->times.draw += drawing.draw_seconds;
    worker->times.encode += drawing.encode_seconds;
    return status;
}

static enum adtmap_status draw_source(struct worker *worker, const struct tile_source *source,
                                      struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    const struct tile_input input = {source->scene, &worker->arena};
    enum adtmap_status status = ADTMAP_OK;
    if (job_has_picture(pipeline->settings)) {
        status = draw_picture(worker, &input, diag);
    }
    task->missing_assets = source->missing_assets;
    if (!status && pipeline->settings->strict) {
        status = tile_source_check_complete(task->missing_assets, diag);
    }
    return status ? status : draw_layers(worker, &input, task, diag);
}

static enum adtmap_status draw_near(struct worker *worker, const struct adt_files *files,
                                    struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->pipeline;
    struct tile_source source;
    struct tile_request request =
        tile_request_of(pipeline->map, task->x, task->y, &pipeline->settings->tile);
    request.quad_px = tile_plan_quad_px(pipeline->plan);
    request.has_picture = job_has_picture(pipeline->settings);
    request.has_grounds = request.has_picture || tile_plan_has_albedo(pipeline->plan);
    double since = clock_seconds();
    enum adtmap_status status = tile_source_open(&request, files, &worker->arena, diag, &source);
    worker->times.decode += clock_lap(&since);
    status = status ? status : draw_source(worker, &source, task, diag);
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
    map_low_res_tile(pipeline->map, task->x, task->y, &tile);
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
    if (!manifest_pixel_hash(worker->pixels, settings->size_px, settings->size_px,
                             (size_t)settings->size_px * 4, &task->pixels)) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status =
        picture_png_encode(worker->encoder, worker->pixels, settings, pipeline->settings->effort,
                           &label, diag, &task->png);
    worker->times.encode += clock_lap(&since);
    return status;
}

static enum adtmap_status read_files(struct worker *worker, const struct tile_task *task,
                                     const struct diag *diag, struct tile_files *files)
{
    const struct adtmap_map *map = worker->pipeline->map;
    double since = clock_seconds();
    *files = (struct tile_files){0};
    enum adtmap_status status = ADTMAP_OK;
    if (tile_task_has_files(task, map)) {
        status = map_read_tile(map, task->x, task->y, diag, files);
    }
    worker->times.read += clock_lap(&since);
    return status;
}

static enum adtmap_status draw(struct worker *worker, struct tile_task *task,
                               const struct diag *diag)
{
    struct tile_files files;
    if (task->is_low_res) {
        return draw_low_res(worker, task, diag);
    }
    enum adtmap_status status = read_files(worker, task, diag, &files);
    if (!status) {
        status = draw_near(worker, &files.adt, task, diag);
        tile_files_release(&files);
    }
    return status;
}

static void work_on(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    char origin[512];
    map_tile_origin(pipeline->map, task->x, task->y, origin, sizeof origin);
    struct diag diag = tile_task_diag(task, pipeline->log, origin);
    trail_follow(&task->trail);
    task->status = draw(worker, task, &diag);
    trail_follow(NULL);
    if (!task->status && job_has_picture(pipeline->settings)) {
        task->status = encode_tile(worker, task, &diag);
    }
}

/* The pixels of a tile that an earlier run has drawn. */
static void read_back(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    uint32_t size_px = pipeline->settings->tile.size_px;
    uint32_t width;
    uint32_t height;
    struct png_rows *rows = NULL;
    char *path = path_tile(pipeline->directory, pipeline->map_name, task->x, task->y);
    struct diag diag = tile_task_diag(task, pipeline->log, path);
    task->status =
        path ? png_rows_open(path, &diag, &rows, &width, &height) : diag_fail_memory(&diag);
    if (!task->status && (width != size_px || height != size_px)) {
        task->status = diag_fail(&diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                                 "is of %u by %u px, not %u: changed while adtmap was at work",
                                 (unsigned)width, (unsigned)height, (unsigned)size_px);
    }
    for (size_t y = 0; y < size_px && !task->status; y++) {
        task->status = png_rows_next(rows, worker->pixels + y * size_px * 4);
    }
    png_rows_close(rows);
    free(path);
}

/* Fills worker->pixels as far as the task goes without failing. */
static void make_pixels(struct worker *worker, struct tile_task *task)
{
    size_t size_px = worker->pipeline->settings->tile.size_px;
    double since = clock_seconds();
    switch (task->work) {
    case TILE_DRAW:
        work_on(worker, task);
        break;
    case TILE_READ_BACK:
        read_back(worker, task);
        worker->times.decode += clock_lap(&since);
        break;
    case TILE_ERASE:
        memset(worker->pixels, 0, size_px * size_px * 4);
        break;
    }
}

/* Hands the tile to the stitched map; its failures are told when the map is finished. */
static void stitch_tile(struct worker *worker, const struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    double since = clock_seconds();
    if (task->status || task->work == TILE_ERASE) {
        stitch_skip(pipeline->stitch, task->x, task->y);
    } else {
        stitch_put(pipeline->stitch, task->x, task->y, worker->pixels,
                   (size_t)pipeline->settings->tile.size_px * 4);
    }
    worker->times.encode += clock_lap(&since);
}

/*
 * Hands the tile to the zoom levels; their failures, too, are told in the end. In place of a tile
 * that failed they show nothing, not what an earlier run has drawn; one that cannot be read back
 * ends the run, and they keep it.
 */
static void zoom_tile(struct worker *worker, const struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    size_t size_px = pipeline->settings->tile.size_px;
    double since = clock_seconds();
    if (task->status && task->work == TILE_READ_BACK) {
        return;
    }
    if (task->status) {
        memset(worker->pixels, 0, size_px * size_px * 4);
    }
    pyramid_put(pipeline->pyramid, task->x, task->y, worker->pixels, size_px * 4);
    worker->times.encode += clock_lap(&since);
}

void worker_take(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->pipeline;
    make_pixels(worker, task);
    if (pipeline->stitch) {
        stitch_tile(worker, task);
    }
    if (pipeline->pyramid) {
        zoom_tile(worker, task);
    }
    if (task->status || !task->layers.files) {
        layer_files_skip(pipeline->layers, task->x, task->y);
    }
}

void worker_leave(const struct worker *worker)
{
    if (worker->pipeline->stitch) {
        stitch_leave(worker->pipeline->stitch);
    }
    layer_files_leave(worker->pipeline->layers);
}

const struct job_times *worker_times(const struct worker *worker)
{
    return &worker->times;
}

static bool is_complete(const struct worker *worker, size_t layer_bytes)
{
    return (worker->scratch || !worker->pipeline->plan) && worker->encoder && worker->pixels &&
           (worker->layer_pixels || !layer_bytes);
}

struct worker *worker_create(const struct pipeline *pipeline, unsigned threads)
{
    size_t size_px = pipeline->settings->tile.size_px;
    size_t layer_bytes = layer_files_pixel_bytes(pipeline->layers);
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker) {
        return NULL;
    }
    worker->pipeline = pipeline;
    worker->threads = threads;
    worker->arena.block_bytes = HUGE_PAGE_BYTES;
    worker->arena.block_alloc = large_alloc;
    worker->scratch = pipeline->plan ? tile_scratch_create(pipeline->plan, threads) : NULL;
    worker->encoder = png_encoder_create(threads);
    worker->pixels = large_alloc(size_px * size_px * 4);
    worker->layer_pixels = layer_bytes ? large_alloc(size_px * size_px * layer_bytes) : NULL;
    if (!is_complete(worker, layer_bytes)) {
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
    free(worker->pixels);
    free(worker->layer_pixels);
    arena_free(&worker->arena);
    free(worker);
}
