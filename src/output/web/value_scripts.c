/*
 * A corner lies between four pixels as a rule, and may lie anywhere within them when the size is no
 * multiple of 64: its height is interpolated between the centres of the four. At the tile's edge it
 * is that of the outermost centre, half a pixel away. All of it is in whole numbers, so the bytes
 * are the same on every machine.
 *
 * Between something and nothing, or two kinds, there is no value: a corner of such a layer has that
 * of the nearest centre.
 */
#include "output/web/value_scripts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/json.h"
#include "base/path.h"
#include "os/file.h"
#include "os/temporary.h"
#include "output/paths.h"
#include "render/layers/data_layer.h"

enum { SQUARES_MAX = 128 };

struct value_scripts {
    struct output output; /* first: an output is its scripts */
    struct value_scripts_options options;
    char layer[ADTMAP_LAYER_NAME_BYTES]; /* in names of files */
    char *directory;
    struct diag diag;
    pthread_mutex_t lock; /* of what follows, and of calls of `made` */
    enum adtmap_status status;
    struct adtmap_message message;
};

/* A tile under way. */
struct value_pixels {
    const struct data_layer *row;
    const uint8_t *pixels;
    size_t stride_bytes;
    uint32_t size_px;
};

/* Where a corner lies along an axis: between the centres of pixels `before` and `after`. */
struct corner_place {
    uint32_t before, after;
    uint32_t part; /* of parts_of(tile), of the way to `after` */
};

/* Places between the centres of two pixels where a corner may lie. */
static uint32_t parts_of(const struct value_pixels *tile)
{
    return 2 * tile->row->read_out;
}

static struct corner_place place_of(const struct value_pixels *tile, uint32_t corner)
{
    uint32_t last = tile->size_px - 1;
    uint32_t parts = parts_of(tile);
    uint32_t at = 2 * corner * tile->size_px; /* in parts of a pixel, from the tile's edge */
    at = at > parts / 2 ? at - parts / 2 : 0;
    if (at >= last * parts) {
        return (struct corner_place){last, last, 0};
    }
    return (struct corner_place){at / parts, at / parts + 1, at % parts};
}

static uint32_t value_at(const struct value_pixels *tile, uint32_t x, uint32_t y)
{
    const uint8_t *row = tile->pixels + (size_t)y * tile->stride_bytes;
    uint16_t value;
    if (tile->row->step > 0) {
        return row[x] / tile->row->step;
    }
    memcpy(&value, row + 2 * (size_t)x, sizeof value);
    return value;
}

static uint32_t mix(uint32_t before, uint32_t after, uint32_t part, uint32_t parts)
{
    return before * (parts - part) + after * part;
}

static uint32_t nearest(struct corner_place place, uint32_t parts)
{
    return 2 * place.part < parts ? place.before : place.after;
}

static uint32_t corner_value(const struct value_pixels *tile, struct corner_place x,
                             struct corner_place y)
{
    const uint32_t parts = parts_of(tile);
    if (tile->row->is_sparse || tile->row->step > 0) {
        return value_at(tile, nearest(x, parts), nearest(y, parts));
    }
    uint32_t upper =
        mix(value_at(tile, x.before, y.before), value_at(tile, x.after, y.before), x.part, parts);
    uint32_t lower =
        mix(value_at(tile, x.before, y.after), value_at(tile, x.after, y.after), x.part, parts);
    return (mix(upper, lower, y.part, parts) + parts * parts / 2) / (parts * parts);
}

/* Prints the values of the corners, each as its difference from the one before; the first of a row
 * from that of the row before. */
static void put_steps(struct json *json, const struct value_pixels *tile)
{
    int32_t first = 0;
    for (uint32_t row = 0; row <= tile->row->read_out; row++) {
        int32_t values[SQUARES_MAX + 1];
        struct corner_place y = place_of(tile, row);
        for (uint32_t i = 0; i <= tile->row->read_out; i++) {
            values[i] = (int32_t)corner_value(tile, place_of(tile, i), y);
        }
        json_break(json, 0);
        json_number(json, NULL, values[0] - first);
        for (uint32_t i = 1; i <= tile->row->read_out; i++) {
            json_number(json, NULL, values[i] - values[i - 1]);
        }
        first = values[0];
    }
}

static void print_script(struct buffer *text, const struct value_scripts *scripts, uint32_t x,
                         uint32_t y, const struct value_pixels *tile)
{
    struct json json = json_to(text, JSON_SCRIPT);
    bool is_height = scripts->options.layer.kind == ADTMAP_LAYER_HEIGHT;
    bool is_kind = tile->row->step > 0;
    buffer_printf(text, "adtmap.heights['%s%s%u_%u'] = ", is_height ? "" : scripts->layer,
                  is_height ? "" : "/", (unsigned)x, (unsigned)y);
    json_object(&json, NULL);
    json_float(&json, "low", is_kind ? 0.0F : scripts->options.range_yd[0]);
    json_float(&json, "high", is_kind ? 65535.0F : scripts->options.range_yd[1]);
    json_array(&json, "steps");
    put_steps(&json, tile);
    json_end(&json);
    json_end(&json);
    buffer_printf(text, ";\n");
}

static struct value_scripts *of_output(struct output *output)
{
    return (struct value_scripts *)(void *)output;
}

/* Keeps the first failure, or reports a script. */
static void report(struct value_scripts *scripts, enum adtmap_status status,
                   const struct adtmap_message *message, const struct value_script *script)
{
    pthread_mutex_lock(&scripts->lock);
    if (!status) {
        scripts->options.made(scripts->options.user, script);
    } else if (!scripts->status) {
        scripts->status = status;
        scripts->message = *message;
    }
    pthread_mutex_unlock(&scripts->lock);
}

static enum adtmap_status write_script(const struct value_scripts *scripts, const char *path,
                                       const struct value_pixels *tile, const struct diag *diag,
                                       struct value_script *script)
{
    struct buffer text = {0};
    print_script(&text, scripts, script->x, script->y, tile);
    enum adtmap_status status =
        text.failed ? diag_fail_memory(diag) : file_write_atomic(path, text.data, text.size, diag);
    script->bytes = text.size;
    script->content = hash128(text.data, text.size);
    buffer_free(&text);
    return status;
}

/* Writes the script of a tile, or removes it without a tile. */
static void update(struct value_scripts *scripts, uint32_t x, uint32_t y,
                   const struct value_pixels *tile)
{
    if (!tile_set_has(&scripts->options.tiles, x, y)) {
        return;
    }
    struct value_script script = {.x = x, .y = y};
    struct adtmap_message message = {0};
    char name[PATH_NAME_BYTES];
    path_values_name(scripts->layer, x, y, name);
    char *path = path_join(scripts->directory, name);
    const struct diag diag = {path ? path : scripts->directory, scripts->diag.log, &message};
    enum adtmap_status status = ADTMAP_OK;
    if (!path) {
        status = diag_fail_memory(&diag);
    } else if (!tile) {
        status = file_remove(path, &diag);
    } else {
        status = write_script(scripts, path, tile, &diag, &script);
    }
    report(scripts, status, &message, &script);
    free(path);
}

static void put(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes)
{
    struct value_scripts *scripts = of_output(output);
    const struct value_pixels tile = {&data_layers[scripts->options.layer.kind], pixels,
                                      stride_bytes, scripts->options.size_px};
    update(scripts, x, y, &tile);
}

static void skip(struct output *output, uint32_t x, uint32_t y)
{
    update(of_output(output), x, y, NULL);
}

static void worker_done(struct output *output)
{
    (void)output;
}

static void abort_output(struct output *output)
{
    struct value_scripts *scripts = of_output(output);
    pthread_mutex_destroy(&scripts->lock);
    free(scripts->directory);
    free(scripts);
}

static enum adtmap_status finish(struct output *output)
{
    const struct value_scripts *scripts = of_output(output);
    enum adtmap_status status = scripts->status;
    if (status && scripts->diag.failure) {
        *scripts->diag.failure = scripts->message;
    }
    abort_output(output);
    return status;
}

static enum adtmap_status make_directory(const struct value_scripts *scripts)
{
    char name[PATH_NAME_BYTES];
    path_values_folder(scripts->layer, name);
    char *folder = path_join(scripts->directory, name);
    enum adtmap_status status =
        folder ? file_make_directory(folder, &scripts->diag) : diag_fail_memory(&scripts->diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    return status;
}

enum adtmap_status value_scripts_open(const struct value_scripts_options *options,
                                      const struct diag *diag, struct output **output)
{
    static const struct output_operations operations = {put, skip, worker_done, finish,
                                                        abort_output};
    struct value_scripts *scripts = calloc(1, sizeof *scripts);
    char *directory = strdup(options->directory);
    if (!scripts || !directory) {
        free(scripts);
        free(directory);
        return diag_fail_memory(diag);
    }
    scripts->output.operations = &operations;
    scripts->options = *options;
    adtmap_layer_file_name(options->layer, scripts->layer);
    scripts->directory = directory;
    scripts->diag = *diag;
    pthread_mutex_init(&scripts->lock, NULL);
    enum adtmap_status status = make_directory(scripts);
    if (status) {
        abort_output(&scripts->output);
        return status;
    }
    *output = &scripts->output;
    return ADTMAP_OK;
}
