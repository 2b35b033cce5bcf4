#include "job/layer_manifest.h"

#include <stdlib.h>
#include <string.h>

#include "scene/map/area_names.h"

static void list_layers(const struct layer_files *files, struct manifest_layers *layers)
{
    const struct adtmap_height_range *height = &files->layers->height;
    layers->layer_count = files->layers->count;
    for (uint32_t i = 0; i < layers->layer_count; i++) {
        struct manifest_layer *layer = &layers->layers[i];
        layer->layer = files->layers->layers[i];
        layer->size_px = files->settings->tile.size_px;
        layer->is_stitched = (files->settings->outputs & JOB_STITCH) != 0;
        if (layer->layer.kind == ADTMAP_LAYER_HEIGHT) {
            layer->range = height->each_tile ? MANIFEST_RANGE_TILE : MANIFEST_RANGE_FIXED;
            layer->range_yd[0] = height->low_yd;
            layer->range_yd[1] = height->high_yd;
        }
    }
}

static bool list_tiles(const struct tile_task *tasks, uint32_t count,
                       struct manifest_layers *layers)
{
    layers->tiles = calloc((size_t)layers->layer_count * count + 1, sizeof *layers->tiles);
    for (uint32_t i = 0; layers->tiles && i < layers->layer_count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            if (tasks[k].status || !tasks[k].layers.files) {
                continue;
            }
            const struct layer_file *file = &tasks[k].layers.files[i];
            struct manifest_layer_tile *tile = &layers->tiles[layers->tile_count++];
            *tile = (struct manifest_layer_tile){i, tasks[k].x, tasks[k].y, file->hash, {0}, {0}};
            memcpy(tile->ground_yd, file->ground_yd, sizeof tile->ground_yd);
            memcpy(tile->range_yd, file->range_yd, sizeof tile->range_yd);
        }
    }
    return layers->tiles != NULL;
}

static int compare_areas(const void *a, const void *b)
{
    uint32_t x = ((const struct manifest_area *)a)->id;
    uint32_t y = ((const struct manifest_area *)b)->id;
    return (x > y) - (x < y);
}

/* Leaves one of each id, of areas in order. */
static void drop_repeats(struct manifest_layers *layers)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < layers->area_count; i++) {
        if (kept == 0 || layers->areas[kept - 1].id != layers->areas[i].id) {
            layers->areas[kept++] = layers->areas[i];
        }
    }
    layers->area_count = kept;
}

static bool list_areas(const struct tile_task *tasks, uint32_t count,
                       struct manifest_layers *layers)
{
    size_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        most += tasks[i].layers.area_count;
    }
    layers->areas = calloc(most + 1, sizeof *layers->areas);
    for (uint32_t i = 0; layers->areas && i < count; i++) {
        for (uint32_t k = 0; !tasks[i].status && k < tasks[i].layers.area_count; k++) {
            layers->areas[layers->area_count++].id = tasks[i].layers.areas[k];
        }
    }
    if (!layers->areas) {
        return false;
    }
    qsort(layers->areas, layers->area_count, sizeof *layers->areas, compare_areas);
    drop_repeats(layers);
    return true;
}

/* What the data's table says of the areas. */
static enum adtmap_status name_areas(const struct assets *assets, const struct diag *diag,
                                     struct manifest_layers *layers)
{
    struct area_names names;
    struct dbc_area found;
    enum adtmap_status status = area_names_open(assets, diag, &names);
    for (uint32_t i = 0; i < layers->area_count && !status; i++) {
        struct manifest_area *area = &layers->areas[i];
        if (!area_names_find(&names, area->id, &found)) {
            continue;
        }
        manifest_copy_text(found.name, area->name, sizeof area->name);
        if (found.parent && area_names_find(&names, found.parent, &found)) {
            manifest_copy_text(found.name, area->zone, sizeof area->zone);
        }
    }
    area_names_close(&names);
    return status;
}

enum adtmap_status layer_manifest_make(const struct layer_files *files,
                                       const struct tile_task *tasks, uint32_t count,
                                       const struct assets *assets, const struct diag *diag,
                                       struct manifest_layers **layers)
{
    *layers = NULL;
    if (files->layers->count == 0) {
        return ADTMAP_OK;
    }
    struct manifest_layers *made = calloc(1, sizeof *made);
    if (!made) {
        return diag_fail_memory(diag);
    }
    list_layers(files, made);
    enum adtmap_status status = list_tiles(tasks, count, made) && list_areas(tasks, count, made)
                                    ? name_areas(assets, diag, made)
                                    : diag_fail_memory(diag);
    if (status) {
        manifest_layers_free(made);
        return status;
    }
    *layers = made;
    return ADTMAP_OK;
}

void layer_manifest_warn(const struct manifest_layers *layers, const struct diag *diag)
{
    uint32_t beyond = 0;
    float ground[2] = {0};
    for (uint32_t i = 0; i < layers->tile_count; i++) {
        const struct manifest_layer_tile *tile = &layers->tiles[i];
        const struct manifest_layer *layer = &layers->layers[tile->layer];
        if (layer->range == MANIFEST_RANGE_FIXED &&
            (tile->ground_yd[0] < layer->range_yd[0] || tile->ground_yd[1] > layer->range_yd[1])) {
            bool first = beyond++ == 0;
            ground[0] = first || tile->ground_yd[0] < ground[0] ? tile->ground_yd[0] : ground[0];
            ground[1] = first || tile->ground_yd[1] > ground[1] ? tile->ground_yd[1] : ground[1];
        }
    }
    if (beyond) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u tiles have heights beyond the range of the layer, %g to %g yards; clamped",
                  beyond, (double)ground[0], (double)ground[1]);
    }
}
