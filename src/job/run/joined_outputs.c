/*
 * Outputs are opened before the first tile, by what the plan makes of each series, and finished
 * after the last. Records follow when all files are in place: the deepest zoom pictures first,
 * since the record of a picture hashes what those of its children say. The budget of memory goes to
 * stitched pictures in the proportion of their rows of tiles.
 */
#include "job/run/joined_outputs.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "codec/png/png_stream.h"
#include "job/run/output_record.h"
#include "os/file_stamp.h"
#include "output/layer_png.h"
#include "output/picture_png.h"
#include "output/web/height_scripts.h"
#include "output/zoom/layer_tint.h"
#include "output/zoom/pyramid.h"

enum { LAYER_PIXEL_BYTES = 4 /* the most of any layer */ };

static bool makes_stitched(const struct run *run, uint32_t series)
{
    return run->plan->series[series].makes_stitched;
}

static size_t pixel_bytes(const struct run *run, uint32_t series)
{
    return series == 0 ? png_kind_channels(picture_png_kind(&run->settings->tile))
                       : LAYER_PIXEL_BYTES;
}

static struct stitch_bounds bounds_of(const struct run *run, uint32_t series)
{
    return stitch_bounds(&run->plan->series[series].shown, run_extent(run));
}

/* The bytes of one row of tiles of a stitched picture. */
static size_t row_bytes(const struct run *run, uint32_t series)
{
    size_t size_px = run->settings->tile.size_px;
    return pixel_bytes(run, series) * bounds_of(run, series).columns * size_px * size_px;
}

static void add_stitched(const struct run *run, unsigned threads, struct memory_need *need)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (makes_stitched(run, i)) {
            uint32_t columns = bounds_of(run, i).columns;
            size_t width = (size_t)columns * run->settings->tile.size_px;
            need->row_bytes += row_bytes(run, i);
            need->stream_bytes += png_stream_bytes(width * pixel_bytes(run, i), threads);
            need->row_columns = columns > need->row_columns ? columns : need->row_columns;
        }
    }
}

enum adtmap_status joined_outputs_share_memory(const struct run *run, unsigned threads,
                                               uint32_t tile_count, struct memory_budget *memory)
{
    const struct job_settings *settings = run->settings;
    struct memory_need need = {
        .bound_bytes = settings->memory_bytes,
        .threads = threads,
        .tile_count = tile_count ? tile_count : 1,
        .tile_bytes = memory_budget_tile_bytes(&settings->tile, (unsigned)pixel_bytes(run, 0),
                                               layers_of(settings)->count),
        .row_columns = 1,
    };
    add_stitched(run, threads, &need);
    return memory_budget_divide(&need, &run->diag, memory);
}

static void add_output(struct joined_outputs *joined, struct output *output, uint32_t series)
{
    joined->outputs[joined->count++] = (struct pipeline_output){output, series};
}

/* Tiles that failed in other runs will not be put in this one: rows must not wait for them. */
static void skip_others(const struct run *run, uint32_t number, struct stitch *stitch)
{
    const struct plan_of_series *series = &run->plan->series[number];
    for (struct tile_step tile = {0}; tile_set_next(&series->shown, &tile);) {
        if (!tile_set_has(&series->made, tile.x, tile.y) &&
            !tile_set_has(&series->read_back, tile.x, tile.y)) {
            stitch_skip(stitch, tile.x, tile.y);
        }
    }
}

struct stitch_memory {
    size_t budget_bytes;
    unsigned workers, threads;
};

static enum adtmap_status open_stitch(struct joined_outputs *joined, uint32_t number,
                                      const struct stitch_memory *memory)
{
    struct run *run = joined->run;
    const struct job_settings *settings = run->settings;
    const struct png_text_chunk texts[] = {{"Map", run->map_name}, {"Layer", run->names[number]}};
    char name[PATH_NAME_BYTES];
    struct stitch *stitch = NULL;
    struct adtmap_layer layer = {0};
    if (number > 0) {
        layer = layers_of(settings)->layers[number - 1];
    }
    struct stitch_options options = {
        .size_px = settings->tile.size_px,
        .extent = run_extent(run),
        .png = {number == 0 ? picture_png_kind(&settings->tile) : layer_png_kind(layer),
                settings->effort, texts, number == 0 ? 1 : 2},
        .budget_bytes = memory->budget_bytes,
        .workers = memory->workers,
        .threads = memory->threads,
    };
    if (number == 0) {
        memcpy(options.background, settings->tile.background, sizeof options.background);
    } else {
        memset(options.background, data_layers[layer.kind].nothing, sizeof options.background);
    }
    node_stitched_path(run->names[number], run->map_name, name);
    char *path = path_join(run->result->directory, name);
    enum adtmap_status status =
        path ? stitch_open(path, &run->plan->series[number].shown, &options, &run->diag, &stitch)
             : diag_fail_memory(&run->diag);
    if (!status) {
        skip_others(run, number, stitch);
        add_output(joined, stitch_output(stitch), number);
    }
    free(path);
    return status;
}

static bool has_file(void *user, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct joined_zoom *levels = user;
    return levels->has_file[pyramid_joined(zoom, x, y)];
}

/* Finds the zoom pictures that have a file on record, which may be read instead of made. The log is
 * searched before threads start to add records to it. */
static void find_files(const struct run *run, uint32_t number, struct joined_zoom *levels)
{
    for (uint32_t zoom = 0; zoom <= PYRAMID_GRID_ZOOM && zoom <= run->request.zoom_max; zoom++) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            char path[PATH_NAME_BYTES];
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            node_zoom_path(run->names[number], zoom, x, y, run->request.series[number].zoom_format,
                           path);
            const struct build_record *record = build_log_find(run->log, path);
            levels->has_file[pyramid_joined(zoom, x, y)] = record && record->file.bytes > 0;
        }
    }
}

static void keep_picture(void *user, const struct pyramid_picture *picture)
{
    struct joined_zoom *levels = user;
    buffer_append(&levels->pictures, picture, sizeof *picture);
}

/* Zoom levels show a layer in colours. NULL when out of memory. */
static struct output *tint_of(const struct run *run, uint32_t number, struct output *zoom)
{
    const struct series *series = &run->series[number];
    const struct adtmap_height_range height = {series->range_yd[0], series->range_yd[1], 0};
    return layer_tint_output(zoom, layers_of(run->settings)->layers[number - 1], &height,
                             run->settings->tile.size_px, &run->diag);
}

static enum adtmap_status add_zoom(struct joined_outputs *joined, uint32_t number,
                                   struct pyramid *pyramid)
{
    struct output *output = pyramid_output(pyramid);
    if (number > 0) {
        output = tint_of(joined->run, number, output);
    }
    if (!output) {
        pyramid_abort(pyramid);
        return ADTMAP_NO_MEMORY;
    }
    add_output(joined, output, number);
    joined->zoom[number].is_made = true;
    return ADTMAP_OK;
}

static enum adtmap_status open_zoom(struct joined_outputs *joined, uint32_t number)
{
    const struct run *run = joined->run;
    const struct plan_of_series *series = &run->plan->series[number];
    struct joined_zoom *levels = &joined->zoom[number];
    const struct pyramid_options options = {
        .size_px = run->settings->tile.size_px,
        .format = run->request.series[number].zoom_format,
        .effort = run->settings->effort,
        .quality = run->outputs.web_quality,
        .joined = series->zoom_joined,
        .has_file = has_file,
        .made = keep_picture,
        .user = levels,
    };
    struct pyramid *pyramid = NULL;
    char node[PATH_NAME_BYTES];
    find_files(run, number, levels);
    path_zoom_folder(run->names[number], node);
    char *folder = path_join(run->result->directory, node);
    enum adtmap_status status =
        folder ? pyramid_open(folder, &series->zoom_tiles, &options, &run->diag, &pyramid)
               : diag_fail_memory(&run->diag);
    free(folder);
    return status ? status : add_zoom(joined, number, pyramid);
}

static void keep_heights(void *user, const struct height_script *script)
{
    struct joined_zoom *levels = user;
    buffer_append(&levels->heights, script, sizeof *script);
}

static enum adtmap_status open_heights(struct joined_outputs *joined, uint32_t number)
{
    const struct run *run = joined->run;
    struct output *output = NULL;
    const struct height_scripts_options options = {
        .directory = run->result->directory,
        .tiles = run->plan->series[number].height_tiles,
        .size_px = run->settings->tile.size_px,
        .range_yd = {run->series[number].range_yd[0], run->series[number].range_yd[1]},
        .made = keep_heights,
        .user = &joined->zoom[number],
    };
    enum adtmap_status status = height_scripts_open(&options, &run->diag, &output);
    if (!status) {
        add_output(joined, output, number);
        joined->zoom[number].is_made = true;
    }
    return status;
}

enum adtmap_status joined_outputs_open(struct run *run, unsigned threads,
                                       const struct memory_budget *memory,
                                       struct joined_outputs *joined)
{
    struct memory_need need = {0};
    enum adtmap_status status = ADTMAP_OK;
    *joined = (struct joined_outputs){.run = run};
    add_stitched(run, threads, &need);
    for (uint32_t i = 0; i < run->request.series_count && !status; i++) {
        if (makes_stitched(run, i)) {
            const struct stitch_memory own = {memory->stitch_bytes / need.row_bytes *
                                                  row_bytes(run, i),
                                              memory->workers, threads};
            status = open_stitch(joined, i, &own);
        }
        if (!status && run->plan->series[i].makes_zoom) {
            status = open_zoom(joined, i);
        }
        if (!status && !tile_set_is_empty(&run->plan->series[i].height_tiles)) {
            status = open_heights(joined, i);
        }
    }
    return status;
}

static enum adtmap_status record_stitched(struct run *run, uint32_t number)
{
    char path[PATH_NAME_BYTES];
    struct build_record record = {.path = path};
    node_stitched_path(run->names[number], run->map_name, path);
    if (run_extent(run) == STITCH_GRID) {
        record.note = strdup("grid");
        if (!record.note) {
            return diag_fail_memory(&run->diag);
        }
    }
    return output_record(run, &record);
}

static int deepest_first(const void *a, const void *b)
{
    uint32_t x = ((const struct pyramid_picture *)a)->zoom;
    uint32_t y = ((const struct pyramid_picture *)b)->zoom;
    return (x < y) - (x > y);
}

/* Records a file that is made of tiles, or drops its record if all of them failed. */
static bool record_file(struct run *run, char *path, const struct build_file *file, bool is_made)
{
    struct file_stamp stamp = {0};
    if (!is_made) {
        struct build_record *record = build_log_find(run->log, path);
        if (record) {
            build_log_drop(run->log, record);
        }
        return true;
    }
    char *full = path_join(run->result->directory, path);
    bool fine = full && (file->bytes == 0 || file_stamp_of_output(full, &stamp));
    free(full);
    struct build_record record = {.path = path, .file = *file};
    record.file.key = stamp.key;
    output_describe(run, &record);
    return fine && build_log_put(run->log, &record);
}

static bool record_picture(struct run *run, uint32_t number, const struct tile_set *present,
                           const struct pyramid_picture *picture)
{
    char path[PATH_NAME_BYTES];
    node_zoom_path(run->names[number], picture->zoom, picture->x, picture->y,
                   run->request.series[number].zoom_format, path);
    return record_file(run, path, &(struct build_file){picture->bytes, 0, picture->content},
                       zoom_shows(present, picture->zoom, picture->x, picture->y));
}

static bool record_heights(struct run *run, const struct tile_set *present,
                           const struct height_script *script)
{
    char path[PATH_NAME_BYTES];
    node_heights_path(script->x, script->y, path);
    return record_file(run, path, &(struct build_file){script->bytes, 0, script->content},
                       tile_set_has(present, script->x, script->y));
}

/* The deepest level is recorded first: the record of a picture hashes those of its children. */
static enum adtmap_status record_zoom(struct joined_outputs *joined, uint32_t number)
{
    struct run *run = joined->run;
    const struct joined_zoom *levels = &joined->zoom[number];
    struct pyramid_picture *pictures = (void *)levels->pictures.data;
    size_t count = levels->pictures.size / sizeof *pictures;
    struct tile_set present =
        nodes_present(&run->request, run->log, number, &run->plan->series[number].shown);
    const struct height_script *scripts = (const void *)levels->heights.data;
    size_t script_count = levels->heights.size / sizeof *scripts;
    bool fine = !levels->pictures.failed && !levels->heights.failed;
    if (fine && count > 0) {
        qsort(pictures, count, sizeof *pictures, deepest_first);
    }
    for (size_t i = 0; i < count && fine; i++) {
        fine = record_picture(run, number, &present, &pictures[i]);
    }
    for (size_t i = 0; i < script_count && fine; i++) {
        fine = record_heights(run, &present, &scripts[i]);
    }
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

enum adtmap_status joined_outputs_finish(struct joined_outputs *joined)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < joined->count && !status; i++) {
        struct output *output = joined->outputs[i].output;
        joined->outputs[i].output = NULL;
        status = output->operations->finish(output);
    }
    for (uint32_t i = 0; joined->run && i < joined->run->request.series_count && !status; i++) {
        if (makes_stitched(joined->run, i)) {
            status = record_stitched(joined->run, i);
        }
        if (!status && joined->zoom[i].is_made) {
            status = record_zoom(joined, i);
        }
    }
    return status;
}

void joined_outputs_abort(struct joined_outputs *joined)
{
    for (uint32_t i = 0; i < joined->count; i++) {
        struct output *output = joined->outputs[i].output;
        if (output) {
            output->operations->abort(output);
        }
        joined->outputs[i].output = NULL;
    }
    for (uint32_t i = 0; i < PLAN_SERIES_MAX; i++) {
        buffer_free(&joined->zoom[i].pictures);
        buffer_free(&joined->zoom[i].heights);
    }
}
