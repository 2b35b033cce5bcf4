#include "job/layer_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "job/layer_png.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/temporary.h"
#include "output/paths.h"
#include "output/zoom/web_geo.h"

const struct data_layer_selection *layers_of(const struct job_settings *settings)
{
    static const struct data_layer_selection none;
    return settings->layers ? settings->layers : &none;
}

static enum adtmap_status make_folder(const struct layer_files *files, const char *layer,
                                      const struct diag *diag)
{
    char name[PATH_NAME_BYTES];
    path_layer_name(layer, files->map, 0, 0, name);
    *strrchr(name, '/') = '\0';
    char *path = path_join(files->directory, name);
    enum adtmap_status status = path ? file_make_directory(path, diag) : diag_fail_memory(diag);
    if (!status) {
        temporary_sweep(path, NULL);
    }
    free(path);
    return status;
}

/* Whether the earlier stitched layer shows tiles that this run does not draw. */
static bool shows_others(const struct layer_stitching *stitching, struct adtmap_layer layer)
{
    const struct manifest_layers *earlier = stitching->earlier ? stitching->earlier->layers : NULL;
    for (uint32_t i = 0; earlier && i < earlier->tile_count; i++) {
        const struct manifest_layer_tile *tile = &earlier->tiles[i];
        const struct manifest_layer *one = &earlier->layers[tile->layer];
        if (one->is_stitched && data_layer_same(one->layer, layer) &&
            !tile_set_has(stitching->tiles, tile->x, tile->y)) {
            return true;
        }
    }
    return false;
}

static enum adtmap_status open_stitch(const struct layer_files *files, uint32_t index,
                                      const char *layer_name,
                                      const struct layer_stitching *stitching,
                                      const struct diag *diag, struct stitch **stitch)
{
    struct adtmap_layer layer = files->layers->layers[index];
    const struct png_text_chunk texts[] = {{"Map", files->map}, {"Layer", layer_name}};
    struct stitch_options options = {
        .size_px = files->settings->tile.size_px,
        .extent = stitching->extent,
        .png = {layer_png_kind(layer), files->settings->effort, texts, COUNT_OF(texts)},
        .budget_bytes = stitching->budget_bytes,
        .workers = stitching->workers,
        .threads = stitching->threads,
    };
    memset(options.background, data_layers[layer.kind].nothing, sizeof options.background);
    char name[PATH_NAME_BYTES];
    path_layer_stitched_name(layer_name, files->map, name);
    char *path = path_join(files->directory, name);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && files->settings->tiles && shows_others(stitching, layer) && file_exists(path)) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%s is left as it is: drawing some tiles does not make a stitched layer anew",
                  name);
    } else if (!status) {
        status = stitch_open(path, stitching->tiles, &options, diag, stitch);
    }
    free(path);
    return status;
}

enum adtmap_status layer_files_open(const struct job_settings *settings, const char *map,
                                    const char *directory, const struct layer_stitching *stitching,
                                    const struct diag *diag, struct layer_files *files)
{
    *files = (struct layer_files){
        .settings = settings,
        .layers = layers_of(settings),
        .map = map,
        .directory = directory,
        .bounds = stitch_bounds(stitching->tiles, stitching->extent),
    };
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < files->layers->count && !status; i++) {
        char name[ADTMAP_LAYER_NAME_BYTES];
        adtmap_layer_file_name(files->layers->layers[i], name);
        status = make_folder(files, name, diag);
        if (!status && (settings->outputs & JOB_STITCH)) {
            status = open_stitch(files, i, name, stitching, diag, &files->stitches[i]);
        }
    }
    return status;
}

size_t layer_files_pixel_bytes(const struct layer_files *files)
{
    size_t most = 0;
    for (uint32_t i = 0; i < files->layers->count; i++) {
        most = size_max(most, adtmap_layer_pixel_bytes(files->layers->layers[i]));
    }
    return most;
}

/* Draws one layer, takes its results and encodes it. */
static enum adtmap_status draw_layer(const struct layer_files *files,
                                     const struct tile_label *label, struct layer_drawing *drawing,
                                     const struct diag *diag, struct adtmap_layer_image *image,
                                     struct layer_file *file)
{
    uint32_t size_px = files->settings->tile.size_px;
    double since = clock_seconds();
    enum adtmap_status status = tile_draw_layer(
        drawing->plan, drawing->input, &files->layers->height, drawing->scratch, diag, image);
    drawing->draw_seconds += clock_lap(&since);
    if (status) {
        return status;
    }
    memcpy(file->range_yd, image->range_yd, sizeof file->range_yd);
    memcpy(file->ground_yd, image->ground_yd, sizeof file->ground_yd);
    if (!manifest_layer_hash(image->pixels, size_px, adtmap_layer_pixel_bytes(image->layer),
                             image->stride_bytes, &file->hash)) {
        return diag_fail_memory(diag);
    }
    status = layer_png_encode(drawing->encoder, image, size_px, files->settings->effort, label,
                              diag, &file->png);
    drawing->encode_seconds += clock_lap(&since);
    return status;
}

/* The ids of the tile's areas, each once. */
static bool list_areas(const struct scene_tile *scene, struct layer_tile *tile)
{
    tile->areas = malloc(ADT_CHUNKS * sizeof *tile->areas);
    for (uint32_t i = 0; tile->areas && i < ADT_CHUNKS; i++) {
        const struct adt_chunk *chunk = scene->chunks[i].terrain;
        uint32_t known = 0;
        while (chunk && known < tile->area_count && tile->areas[known] != chunk->area_id) {
            known++;
        }
        if (chunk && known == tile->area_count) {
            tile->areas[tile->area_count++] = chunk->area_id;
        }
    }
    return tile->areas != NULL;
}

enum adtmap_status layer_files_draw(const struct layer_files *files, uint32_t x, uint32_t y,
                                    struct layer_drawing *drawing, const struct diag *diag,
                                    struct layer_tile *tile)
{
    uint32_t count = files->layers->count;
    const struct tile_label label = {files->map, x, y};
    if (count == 0) {
        return ADTMAP_OK;
    }
    tile->files = calloc(count, sizeof *tile->files);
    if (!tile->files || (data_layer_selected(files->layers, ADTMAP_LAYER_AREA) &&
                         !list_areas(drawing->input->scene, tile))) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        struct adtmap_layer_image image = {.layer = files->layers->layers[i],
                                           .pixels = drawing->pixels};
        image.stride_bytes = files->settings->tile.size_px * adtmap_layer_pixel_bytes(image.layer);
        status = draw_layer(files, &label, drawing, diag, &image, &tile->files[i]);
        if (!status && files->stitches[i]) {
            double since = clock_seconds();
            stitch_put(files->stitches[i], x, y, image.pixels, image.stride_bytes);
            drawing->encode_seconds += clock_lap(&since);
        }
    }
    return status;
}

void layer_files_skip(const struct layer_files *files, uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < files->layers->count; i++) {
        if (files->stitches[i]) {
            stitch_skip(files->stitches[i], x, y);
        }
    }
}

void layer_files_leave(const struct layer_files *files)
{
    for (uint32_t i = 0; i < files->layers->count; i++) {
        if (files->stitches[i]) {
            stitch_leave(files->stitches[i]);
        }
    }
}

static enum adtmap_status write_file(const struct layer_files *files, uint32_t index, uint32_t x,
                                     uint32_t y, const struct diag *diag, const struct buffer *png)
{
    char layer[ADTMAP_LAYER_NAME_BYTES];
    char name[PATH_NAME_BYTES];
    adtmap_layer_file_name(files->layers->layers[index], layer);
    path_layer_name(layer, files->map, x, y, name);
    char *path = path_join(files->directory, name);
    enum adtmap_status status =
        path ? file_write_atomic(path, png->data, png->size, diag) : diag_fail_memory(diag);
    free(path);
    return status;
}

enum adtmap_status layer_files_write(const struct layer_files *files, uint32_t x, uint32_t y,
                                     const struct diag *diag, const struct layer_tile *tile)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; tile->files && i < files->layers->count && !status; i++) {
        status = write_file(files, i, x, y, diag, &tile->files[i].png);
    }
    return status;
}

void layer_files_drop(const struct layer_files *files, struct layer_tile *tile)
{
    for (uint32_t i = 0; tile->files && i < files->layers->count; i++) {
        buffer_free(&tile->files[i].png);
    }
}

void layer_tile_free(struct layer_tile *tile)
{
    free(tile->files);
    free(tile->areas);
    *tile = (struct layer_tile){0};
}

static enum adtmap_status write_world_file(const struct layer_files *files,
                                           struct adtmap_layer layer, const struct diag *diag)
{
    char layer_name[ADTMAP_LAYER_NAME_BYTES];
    char name[PATH_NAME_BYTES];
    struct buffer text = {0};
    adtmap_layer_file_name(layer, layer_name);
    path_layer_world_name(layer_name, files->map, name);
    web_world_file(&text, files->bounds, files->settings->tile.size_px);
    char *path = path_join(files->directory, name);
    enum adtmap_status status = path && !text.failed
                                    ? file_write_atomic(path, text.data, text.size, diag)
                                    : diag_fail_memory(diag);
    free(path);
    buffer_free(&text);
    return status;
}

enum adtmap_status layer_files_finish(struct layer_files *files, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < files->layers->count && !status; i++) {
        struct stitch *stitch = files->stitches[i];
        files->stitches[i] = NULL;
        if (stitch) {
            status = stitch_finish(stitch);
            status = status ? status : write_world_file(files, files->layers->layers[i], diag);
        }
    }
    return status;
}

void layer_files_abort(struct layer_files *files)
{
    for (uint32_t i = 0; i < ADTMAP_LAYERS_MAX; i++) {
        stitch_abort(files->stitches[i]);
        files->stitches[i] = NULL;
    }
}
