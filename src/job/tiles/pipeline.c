/*
 * Two short queues tie reader, workers and writer together; a bounded number of buffers goes round
 * between workers and writer.
 */
#include "job/tiles/pipeline.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/path.h"
#include "graph/node_id.h"
#include "job/tiles/worker.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/thread.h"

struct pipeline_state {
    struct pipeline *pipeline;
    unsigned workers;
    struct queue announced;    /* to workers */
    struct queue drawn;        /* workers to writer */
    pthread_mutex_t lock;      /* guards what follows, and pipeline->times */
    struct buffer *spare_pngs; /* buffers of written tiles, for the next ones */
    size_t spare_png_count;
    atomic_bool is_cancelled; /* whoever follows the progress has said so */
};

struct worker_thread {
    struct pipeline_state *state;
    struct worker *worker;
    pthread_t thread;
    bool started;
};

static void add_times(struct pipeline_state *state, const struct job_times *times)
{
    struct job_times *sum = &state->pipeline->times;
    pthread_mutex_lock(&state->lock);
    sum->read += times->read;
    sum->decode += times->decode;
    sum->draw += times->draw;
    sum->encode += times->encode;
    sum->write += times->write;
    pthread_mutex_unlock(&state->lock);
}

/* The reader: asks the system to read a tile's files ahead, then queues the tile. */
static void *announce_tiles(void *user)
{
    struct pipeline_state *state = user;
    struct pipeline *pipeline = state->pipeline;
    for (uint32_t i = 0; i < pipeline->count && !atomic_load(&state->is_cancelled); i++) {
        struct tile_task *task = &pipeline->tasks[i];
        if (tile_task_has_files(task, pipeline->map)) {
            map_read_tile_ahead(pipeline->map, task->x, task->y);
        }
        queue_push(&state->announced, task);
    }
    queue_close(&state->announced);
    return NULL;
}

/* The most buffers in use: one for each worker, for each place in the queue, and for the writer. */
static size_t pngs_most(const struct pipeline_state *state)
{
    return state->workers + state->drawn.capacity + 1;
}

static struct buffer take_png(struct pipeline_state *state)
{
    struct buffer png = {0};
    pthread_mutex_lock(&state->lock);
    if (state->spare_png_count > 0) {
        png = state->spare_pngs[--state->spare_png_count];
    }
    pthread_mutex_unlock(&state->lock);
    return png;
}

static void give_png(struct pipeline_state *state, struct buffer *png)
{
    pthread_mutex_lock(&state->lock);
    if (png->data) {
        assert(state->spare_png_count < pngs_most(state));
        buffer_clear(png);
        state->spare_pngs[state->spare_png_count++] = *png;
        *png = (struct buffer){0};
    }
    pthread_mutex_unlock(&state->lock);
}

static void *work(void *user)
{
    struct worker_thread *thread = user;
    struct pipeline_state *state = thread->state;
    struct tile_task *task;
    while ((task = queue_pop(&state->announced))) {
        if (tile_task_draws(task, 0)) {
            task->spare = take_png(state);
        }
        worker_take(thread->worker, task);
        queue_push(&state->drawn, task);
    }
    worker_done(thread->worker);
    add_times(state, worker_times(thread->worker));
    return NULL;
}

/* A node that cannot be written fails alone; the others of the tile stay. */
static void write_node(const struct pipeline *pipeline, const struct tile_task *task,
                       uint32_t series)
{
    char name[NODE_PATH_BYTES];
    struct tile_node *node = &task->nodes[series];
    const struct diag diag = {NULL, pipeline->log, &node->message};
    node_path(node_tile(pipeline->series[series], task->x, task->y), pipeline->map_name, name);
    char *path = path_join(pipeline->directory, name);
    node->status = path ? file_write_atomic(path, node->png.data, node->png.size, &diag)
                        : diag_fail_memory(&diag);
    free(path);
}

/* Frees what a finished tile no longer needs. */
static void free_tile(const struct pipeline_state *state, struct tile_task *task)
{
    for (uint32_t i = 0; i < state->pipeline->series_count && task->nodes; i++) {
        buffer_free(&task->nodes[i].png);
    }
    free(task->nodes);
    task->nodes = NULL;
    free(task->areas);
    task->areas = NULL;
    dep_set_free(&task->dependencies);
    dep_set_free(&task->own_files);
}

/* Tells how far the run is, and hears whether it is to go on. */
static void show_progress(struct pipeline_state *state, const struct adtmap_progress *progress)
{
    const struct job_settings *settings = state->pipeline->settings;
    if (settings->progress && !atomic_load(&state->is_cancelled) &&
        settings->progress(settings->user, progress)) {
        atomic_store(&state->is_cancelled, true);
    }
}

static void *write_tiles(void *user)
{
    struct pipeline_state *state = user;
    struct pipeline *pipeline = state->pipeline;
    struct job_times times = {0};
    struct adtmap_progress progress = {0};
    double begin = clock_seconds();
    struct tile_task *task;
    for (uint32_t i = 0; i < pipeline->count; i++) {
        progress.total += pipeline->tasks[i].draws != 0;
    }
    if (progress.total > 0) {
        show_progress(state, &progress);
    }
    while ((task = queue_pop(&state->drawn))) {
        double since = clock_seconds();
        if (!task->draws) {
            continue;
        }
        for (uint32_t i = 0; i < pipeline->series_count && task->nodes; i++) {
            if (tile_task_draws(task, i) && !task->nodes[i].status) {
                write_node(pipeline, task, i);
            }
        }
        pipeline->finished(pipeline->user, task);
        give_png(state, task->nodes ? &task->nodes[0].png : &task->spare);
        free_tile(state, task);
        times.write += clock_lap(&since);
        progress.done++;
        progress.failed += task->status != ADTMAP_OK;
        progress.seconds = since - begin;
        show_progress(state, &progress);
    }
    add_times(state, &times);
    return NULL;
}

/* Starts all threads and waits for the end; false if they could not be started. */
static bool run_threads(struct pipeline_state *state, struct worker_thread *threads)
{
    pthread_t announcer;
    pthread_t writer;
    unsigned started = 0;
    for (unsigned i = 0; i < state->workers; i++) {
        threads[i].started = pthread_create(&threads[i].thread, NULL, work, &threads[i]) == 0;
        started += threads[i].started;
        if (!threads[i].started) {
            worker_done(threads[i].worker);
        }
    }
    bool writing = started && pthread_create(&writer, NULL, write_tiles, state) == 0;
    bool announcing = writing && pthread_create(&announcer, NULL, announce_tiles, state) == 0;
    if (announcing) {
        pthread_join(announcer, NULL);
    }
    queue_close(&state->announced);
    for (unsigned i = 0; i < state->workers; i++) {
        if (threads[i].started) {
            pthread_join(threads[i].thread, NULL);
        }
    }
    queue_close(&state->drawn);
    if (writing) {
        pthread_join(writer, NULL);
    }
    return announcing;
}

static bool state_init(struct pipeline_state *state, struct pipeline *pipeline)
{
    *state = (struct pipeline_state){.pipeline = pipeline, .workers = pipeline->workers};
    pthread_mutex_init(&state->lock, NULL);
    if (!queue_init(&state->announced, state->workers + 1) ||
        !queue_init(&state->drawn, state->workers + 1)) {
        return false;
    }
    state->spare_pngs = calloc(pngs_most(state), sizeof *state->spare_pngs);
    return state->spare_pngs;
}

static void state_end(struct pipeline_state *state)
{
    for (size_t i = 0; i < state->spare_png_count; i++) {
        buffer_free(&state->spare_pngs[i]);
    }
    free(state->spare_pngs);
    queue_destroy(&state->announced);
    queue_destroy(&state->drawn);
    pthread_mutex_destroy(&state->lock);
}

/* False when out of memory. */
static bool create_workers(struct pipeline_state *state, struct worker_thread *threads)
{
    bool complete = true;
    for (unsigned i = 0; i < state->workers && complete; i++) {
        threads[i].state = state;
        threads[i].worker =
            worker_create(state->pipeline, state->pipeline->threads / state->workers);
        complete = threads[i].worker != NULL;
    }
    return complete;
}

/* The first failure to read a tile of an earlier run back. Such a tile does not count as failed. */
static enum adtmap_status first_not_read(const struct pipeline *pipeline, const struct diag *diag)
{
    for (uint32_t i = 0; i < pipeline->count; i++) {
        const struct tile_task *task = &pipeline->tasks[i];
        if (task->read_status) {
            if (diag->failure) {
                *diag->failure = task->message;
            }
            return task->read_status;
        }
    }
    return ADTMAP_OK;
}

enum adtmap_status pipeline_run(struct pipeline *pipeline, const struct diag *diag)
{
    struct pipeline_state state;
    bool complete = state_init(&state, pipeline);
    struct worker_thread *threads = calloc(state.workers, sizeof *threads);
    complete =
        complete && threads && create_workers(&state, threads) && run_threads(&state, threads);
    for (unsigned i = 0; threads && i < state.workers; i++) {
        worker_destroy(threads[i].worker);
    }
    free(threads);
    state_end(&state);
    if (!complete) {
        return diag_fail_memory(diag);
    }
    return atomic_load(&state.is_cancelled) ? diag_fail(diag, ADTMAP_CANCELLED, NULL, NO_OFFSET,
                                                        "cancelled; the next run goes on from here")
                                            : first_not_read(pipeline, diag);
}
