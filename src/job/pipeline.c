#include "job/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/size.h"
#include "base/thread.h"
#include "job/map_far.h"
#include "job/tile_source.h"
#include "output/manifest.h"
#include "output/paths.h"
#include "output/png_read.h"

struct run {
    struct pipeline *pipeline;
    unsigned workers;
    unsigned tile_threads; /* that draw one tile together */
    struct queue loaded;   /* reader to workers */
    struct queue drawn;    /* workers to writer */
    pthread_mutex_t lock;  /* guards pipeline->times */
};

/* What one worker keeps from tile to tile. */
struct worker {
    struct run *run;
    pthread_t thread;
    bool started;
    struct arena arena;
    struct tile_scratch *scratch;
    struct png_encoder *encoder;
    uint8_t *pixels;
    void *layer_pixels;
    struct job_times times;
};

enum png_kind pipeline_png_kind(const struct job_settings *settings)
{
    return settings->tile.background[3] == 255 ? PNG_KIND_RGB : PNG_KIND_RGBA;
}

static struct diag task_diag(const struct pipeline *pipeline, struct tile_task *task,
                             const char *file)
{
    return (struct diag){file, pipeline->log, &task->message};
}

static void add_times(struct run *run, const struct job_times *times)
{
    struct job_times *sum = &run->pipeline->times;
    pthread_mutex_lock(&run->lock);
    sum->read += times->read;
    sum->decode += times->decode;
    sum->draw += times->draw;
    sum->encode += times->encode;
    sum->write += times->write;
    pthread_mutex_unlock(&run->lock);
}

static void *read_tiles(void *user)
{
    struct run *run = user;
    struct pipeline *pipeline = run->pipeline;
    struct job_times times = {0};
    for (uint32_t i = 0; i < pipeline->count; i++) {
        struct tile_task *task = &pipeline->tasks[i];
        struct diag diag = task_diag(pipeline, task, NULL);
        double since = clock_seconds();
        if (task->work == TILE_DRAW && !task->is_far &&
            !tile_set_has(&pipeline->map->bare, task->x, task->y)) {
            trail_follow(&task->trail);
            task->status = map_read_tile(pipeline->map, task->x, task->y, &diag, &task->files);
            trail_follow(NULL);
        }
        times.read += clock_lap(&since);
        queue_push(&run->loaded, task);
    }
    queue_close(&run->loaded);
    add_times(run, &times);
    return NULL;
}

static bool has_picture(const struct pipeline *pipeline)
{
    return !(pipeline->settings->outputs & JOB_NO_PICTURE);
}

/* What the tile's files must give beside the terrain. */
static uint32_t needs_of(const struct pipeline *pipeline)
{
    bool albedo = data_layer_selected(pipeline->layers->layers, ADTMAP_LAYER_ALBEDO);
    return has_picture(pipeline) ? TILE_PICTURE : albedo ? TILE_GROUNDS : 0;
}

static enum adtmap_status draw_picture(struct worker *worker, const struct tile_input *input,
                                       struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    size_t stride = (size_t)pipeline->settings->tile.size_px * 4;
    double since = clock_seconds();
    enum adtmap_status status = tile_draw(pipeline->plan, input, worker->scratch, worker->pixels,
                                          stride, diag, &task->stand_ins);
    worker->times.draw += clock_lap(&since);
    return status;
}

static enum adtmap_status draw_layers(struct worker *worker, const struct tile_input *input,
                                      struct tile_task *task, const struct diag *diag)
{
    const struct pipeline *pipeline = worker->run->pipeline;
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

static enum adtmap_status check_complete(const struct pipeline *pipeline,
                                         const struct tile_task *task, const struct diag *diag)
{
    if (!pipeline->settings->strict || !task->stand_ins) {
        return ADTMAP_OK;
    }
    return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                     "%u of its textures and buildings are missing", task->stand_ins);
}

static enum adtmap_status draw_tile(struct worker *worker, struct tile_task *task,
                                    const struct diag *diag)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    struct tile_source source;
    const struct tile_request request = {
        .data = pipeline->map->data,
        .map = pipeline->map,
        .x = task->x,
        .y = task->y,
        .facts = map_facts(pipeline->map),
        .settings = &pipeline->settings->tile,
        .quad_px = tile_plan_quad_px(pipeline->plan),
        .needs = needs_of(pipeline),
    };
    double since = clock_seconds();
    enum adtmap_status status =
        tile_source_open(&request, &task->files.adt, &worker->arena, diag, &source);
    worker->times.decode += clock_lap(&since);
    if (!status) {
        const struct tile_input input = {source.scene, source.textures.textures, request.data->mips,
                                         &worker->arena};
        if (has_picture(pipeline)) {
            status = draw_picture(worker, &input, task, diag);
        }
        task->stand_ins += source.textures.stand_ins + source.objects.missing;
        status = status ? status : check_complete(pipeline, task, diag);
        status = status ? status : draw_layers(worker, &input, task, diag);
    }
    tile_source_close(&source);
    arena_reset(&worker->arena);
    return status;
}

static enum adtmap_status draw_far(struct worker *worker, const struct tile_task *task,
                                   const struct diag *diag)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    const struct adtmap_settings *settings = &pipeline->settings->tile;
    double since = clock_seconds();
    enum adtmap_status status =
        map_far_draw(pipeline->map, task->x, task->y, settings, worker->run->tile_threads,
                     worker->pixels, (size_t)settings->size_px * 4, diag);
    worker->times.draw += clock_lap(&since);
    return status;
}

static enum adtmap_status encode_tile(struct worker *worker, struct tile_task *task,
                                      const struct diag *diag)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    const struct job_settings *settings = pipeline->settings;
    uint32_t size_px = settings->tile.size_px;
    size_t stride = (size_t)size_px * 4;
    char place[16];
    snprintf(place, sizeof place, "%u_%u", task->x, task->y);
    const struct png_text texts[] = {{"Map", pipeline->map_name}, {"Tile", place}};
    const struct png_image image = {worker->pixels, size_px, size_px, stride};
    const struct png_options options = {pipeline_png_kind(settings), settings->effort, texts,
                                        COUNT_OF(texts)};
    double since = clock_seconds();
    if (!manifest_pixel_hash(worker->pixels, size_px, size_px, stride, &task->pixels)) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = png_encode(worker->encoder, &image, &options, diag, &task->png);
    worker->times.encode += clock_lap(&since);
    return status;
}

static void work_on(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    char origin[512];
    map_tile_origin(pipeline->map, task->x, task->y, origin, sizeof origin);
    struct diag diag = task_diag(pipeline, task, origin);
    trail_follow(&task->trail);
    task->status = task->is_far ? draw_far(worker, task, &diag) : draw_tile(worker, task, &diag);
    trail_follow(NULL);
    tile_files_release(&task->files);
    if (!task->status && has_picture(pipeline)) {
        task->status = encode_tile(worker, task, &diag);
    }
}

/* The pixels of a tile that an earlier run has drawn. */
static void read_back(struct worker *worker, struct tile_task *task)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    uint32_t size_px = pipeline->settings->tile.size_px;
    uint32_t width;
    uint32_t height;
    struct png_rows *rows = NULL;
    char *path = path_tile(pipeline->directory, pipeline->map_name, task->x, task->y);
    struct diag diag = task_diag(pipeline, task, path);
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
    size_t size_px = worker->run->pipeline->settings->tile.size_px;
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
    const struct pipeline *pipeline = worker->run->pipeline;
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
 * that failed they show nothing, not what an earlier run has drawn.
 */
static void zoom_tile(struct worker *worker, const struct tile_task *task)
{
    const struct pipeline *pipeline = worker->run->pipeline;
    size_t size_px = pipeline->settings->tile.size_px;
    double since = clock_seconds();
    if (task->status) {
        memset(worker->pixels, 0, size_px * size_px * 4);
    }
    pyramid_put(pipeline->pyramid, task->x, task->y, worker->pixels, size_px * 4);
    worker->times.encode += clock_lap(&since);
}

static void *work(void *user)
{
    struct worker *worker = user;
    struct tile_task *task;
    while ((task = queue_pop(&worker->run->loaded))) {
        if (!task->status) {
            make_pixels(worker, task);
        }
        if (worker->run->pipeline->stitch) {
            stitch_tile(worker, task);
        }
        if (worker->run->pipeline->pyramid) {
            zoom_tile(worker, task);
        }
        if (task->status || !task->layers.files) {
            layer_files_skip(worker->run->pipeline->layers, task->x, task->y);
        }
        queue_push(&worker->run->drawn, task);
    }
    if (worker->run->pipeline->stitch) {
        stitch_leave(worker->run->pipeline->stitch);
    }
    layer_files_leave(worker->run->pipeline->layers);
    add_times(worker->run, &worker->times);
    return NULL;
}

static void write_picture(const struct pipeline *pipeline, struct tile_task *task)
{
    struct diag diag = task_diag(pipeline, task, NULL);
    char *path = path_tile(pipeline->directory, pipeline->map_name, task->x, task->y);
    if (path) {
        task->status = file_write_atomic(path, task->png.data, task->png.size, &diag);
    } else {
        task->status = diag_fail_memory(&diag);
    }
    free(path);
}

static void write_tile(const struct pipeline *pipeline, struct tile_task *task)
{
    struct diag diag = task_diag(pipeline, task, NULL);
    if (has_picture(pipeline)) {
        write_picture(pipeline, task);
    }
    if (!task->status) {
        task->status = layer_files_write(pipeline->layers, task->x, task->y, &diag, &task->layers);
    }
}

static uint32_t count_drawn(const struct pipeline *pipeline)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < pipeline->count; i++) {
        count += pipeline->tasks[i].work == TILE_DRAW;
    }
    return count;
}

static void *write_tiles(void *user)
{
    struct run *run = user;
    struct pipeline *pipeline = run->pipeline;
    struct job_times times = {0};
    struct job_progress progress = {.total = count_drawn(pipeline)};
    double begin = clock_seconds();
    struct tile_task *task;
    while ((task = queue_pop(&run->drawn))) {
        double since = clock_seconds();
        if (task->work != TILE_DRAW) {
            continue;
        }
        if (!task->status) {
            write_tile(pipeline, task);
        }
        pipeline->finished(pipeline->user, task);
        buffer_free(&task->png);
        layer_files_drop(pipeline->layers, &task->layers);
        trail_free(&task->trail);
        times.write += clock_lap(&since);
        progress.done++;
        progress.failed += task->status != ADTMAP_OK;
        progress.seconds = since - begin;
        if (pipeline->settings->progress) {
            pipeline->settings->progress(pipeline->settings->user, &progress);
        }
    }
    add_times(run, &times);
    return NULL;
}

static bool worker_init(struct worker *worker, struct run *run)
{
    size_t size_px = run->pipeline->settings->tile.size_px;
    worker->run = run;
    if (run->pipeline->plan) {
        worker->scratch = tile_scratch_create(run->pipeline->plan, run->tile_threads);
    }
    worker->encoder = png_encoder_create(run->tile_threads);
    worker->pixels = malloc(size_px * size_px * 4);
    size_t layer_bytes = layer_files_pixel_bytes(run->pipeline->layers);
    worker->layer_pixels = layer_bytes ? malloc(size_px * size_px * layer_bytes) : NULL;
    return (worker->scratch || !run->pipeline->plan) && worker->encoder && worker->pixels &&
           (worker->layer_pixels || !layer_bytes);
}

static void worker_free(struct worker *worker)
{
    tile_scratch_destroy(worker->scratch);
    png_encoder_destroy(worker->encoder);
    free(worker->pixels);
    free(worker->layer_pixels);
    arena_free(&worker->arena);
}

/* Starts everybody and waits for the end; false when there were no threads to start. */
static bool run_threads(struct run *run, struct worker *workers)
{
    pthread_t reader;
    pthread_t writer;
    unsigned started = 0;
    for (unsigned i = 0; i < run->workers; i++) {
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
        started += workers[i].started;
        if (!workers[i].started && run->pipeline->stitch) {
            stitch_leave(run->pipeline->stitch);
        }
        if (!workers[i].started) {
            layer_files_leave(run->pipeline->layers);
        }
    }
    bool writing = started && pthread_create(&writer, NULL, write_tiles, run) == 0;
    bool reading = writing && pthread_create(&reader, NULL, read_tiles, run) == 0;
    if (reading) {
        pthread_join(reader, NULL);
    }
    queue_close(&run->loaded);
    for (unsigned i = 0; i < run->workers; i++) {
        if (workers[i].started) {
            pthread_join(workers[i].thread, NULL);
        }
    }
    queue_close(&run->drawn);
    if (writing) {
        pthread_join(writer, NULL);
    }
    return reading;
}

static bool run_init(struct run *run, struct pipeline *pipeline)
{
    *run = (struct run){.pipeline = pipeline};
    run->workers = pipeline->workers;
    run->tile_threads = pipeline->threads / run->workers;
    pthread_mutex_init(&run->lock, NULL);
    return queue_init(&run->loaded, run->workers + 1) && queue_init(&run->drawn, run->workers + 1);
}

enum adtmap_status pipeline_run(struct pipeline *pipeline, const struct diag *diag)
{
    struct run run;
    bool complete = run_init(&run, pipeline);
    struct worker *workers = calloc(run.workers, sizeof *workers);
    complete = complete && workers;
    for (unsigned i = 0; complete && i < run.workers; i++) {
        complete = worker_init(&workers[i], &run);
    }
    complete = complete && run_threads(&run, workers);
    for (unsigned i = 0; workers && i < run.workers; i++) {
        worker_free(&workers[i]);
    }
    free(workers);
    queue_destroy(&run.loaded);
    queue_destroy(&run.drawn);
    pthread_mutex_destroy(&run.lock);
    return complete ? ADTMAP_OK : diag_fail_memory(diag);
}
