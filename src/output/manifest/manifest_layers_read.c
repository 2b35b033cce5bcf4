/* The reading half of manifest_layers.h. */
#include <stdlib.h>
#include <string.h>

#include "output/manifest/manifest_items.h"
#include "output/manifest/manifest_layers.h"
#include "output/paths.h"

/* The layer that file names call so. */
static bool find_layer(const cJSON *item, struct adtmap_layer *layer)
{
    for (uint32_t i = 0; i < ADTMAP_LAYERS_MAX; i++) {
        char name[ADTMAP_LAYER_NAME_BYTES];
        uint32_t kind = i < ADTMAP_LAYER_KINDS ? i : ADTMAP_LAYER_ALPHA;
        uint32_t index = i < ADTMAP_LAYER_KINDS ? 0 : i - ADTMAP_LAYER_KINDS + 1;
        *layer = (struct adtmap_layer){(enum adtmap_layer_kind)kind, index};
        adtmap_layer_file_name(*layer, name);
        if (manifest_is_text(item, name)) {
            return true;
        }
    }
    return false;
}

/* Its number among those read; layer_count when it is none of them. */
static uint32_t number_of(const struct manifest_layers *layers, const cJSON *name)
{
    struct adtmap_layer layer;
    uint32_t number = find_layer(name, &layer) ? 0 : layers->layer_count;
    while (number < layers->layer_count && (layers->layers[number].layer.kind != layer.kind ||
                                            layers->layers[number].layer.index != layer.index)) {
        number++;
    }
    return number;
}

static bool read_range(const cJSON *item, struct manifest_layer *layer)
{
    if (!item) {
        return true;
    }
    layer->range = cJSON_IsNull(item) ? MANIFEST_RANGE_TILE : MANIFEST_RANGE_FIXED;
    return cJSON_IsNull(item) || manifest_get_floats(item, 2, layer->range_yd);
}

static bool read_layer(const cJSON *item, const struct manifest *manifest,
                       struct manifest_layers *layers)
{
    const cJSON *name = manifest_member(item, "name");
    const cJSON *stitched = manifest_member(item, "stitched");
    struct manifest_layer layer = {.size_px = manifest->settings.size_px,
                                   .is_stitched = cJSON_IsString(stitched)};
    if (!cJSON_IsString(name) || (!layer.is_stitched && !cJSON_IsNull(stitched)) ||
        !read_range(manifest_member(item, "range_yd"), &layer) ||
        (manifest_member(item, "tile_size") &&
         !manifest_get_whole(item, "tile_size", ADTMAP_SIZE_MIN_PX, ADTMAP_SIZE_MAX_PX,
                             &layer.size_px))) {
        return false;
    }
    if (!find_layer(name, &layer.layer)) {
        return true;
    }
    if (number_of(layers, name) < layers->layer_count) {
        return false;
    }
    layers->layers[layers->layer_count++] = layer;
    return true;
}

static bool read_tile(const cJSON *item, struct manifest_layers *layers)
{
    const cJSON *name = manifest_member(item, "layer");
    struct manifest_layer_tile tile = {.layer = number_of(layers, name)};
    if (!cJSON_IsString(name) || !manifest_get_whole(item, "x", 0, TILE_SET_GRID - 1, &tile.x) ||
        !manifest_get_whole(item, "y", 0, TILE_SET_GRID - 1, &tile.y) ||
        !manifest_get_hash(manifest_member(item, "hash"), &tile.hash)) {
        return false;
    }
    if (tile.layer == layers->layer_count) {
        return true;
    }
    enum manifest_range range = layers->layers[tile.layer].range;
    if ((range != MANIFEST_RANGE_NONE &&
         !manifest_get_floats(manifest_member(item, "ground_yd"), 2, tile.ground_yd)) ||
        (range == MANIFEST_RANGE_TILE &&
         !manifest_get_floats(manifest_member(item, "range_yd"), 2, tile.range_yd))) {
        return false;
    }
    layers->tiles[layers->tile_count++] = tile;
    return true;
}

static void read_name(const cJSON *item, char name[MANIFEST_AREA_BYTES])
{
    manifest_copy_text(cJSON_IsString(item) ? item->valuestring : "", name, MANIFEST_AREA_BYTES);
}

static bool read_area(const cJSON *item, struct manifest_layers *layers)
{
    struct manifest_area area;
    if (!manifest_get_whole(item, "id", 0, UINT32_MAX, &area.id)) {
        return false;
    }
    read_name(manifest_member(item, "name"), area.name);
    read_name(manifest_member(item, "zone"), area.zone);
    layers->areas[layers->area_count++] = area;
    return true;
}

static size_t length_of(const cJSON *array)
{
    return cJSON_IsArray(array) ? (size_t)cJSON_GetArraySize(array) : 0;
}

static bool read_lists(const cJSON *root, const struct manifest *manifest,
                       struct manifest_layers *layers)
{
    const cJSON *tiles = manifest_member(root, "layer_tiles");
    const cJSON *areas = manifest_member(root, "areas");
    const cJSON *item = NULL;
    bool fine = cJSON_IsArray(tiles) && cJSON_IsArray(areas);
    layers->tiles = calloc(length_of(tiles) + 1, sizeof *layers->tiles);
    layers->areas = calloc(length_of(areas) + 1, sizeof *layers->areas);
    fine = fine && layers->tiles && layers->areas;
    cJSON_ArrayForEach(item, manifest_member(root, "layers"))
    {
        fine = fine && read_layer(item, manifest, layers);
    }
    cJSON_ArrayForEach(item, tiles)
    {
        fine = fine && read_tile(item, layers);
    }
    cJSON_ArrayForEach(item, areas)
    {
        fine = fine && read_area(item, layers);
    }
    return fine;
}

bool manifest_layers_read(const cJSON *root, struct manifest *manifest)
{
    const cJSON *list = manifest_member(root, "layers");
    if (!list) {
        return true;
    }
    manifest->layers = calloc(1, sizeof *manifest->layers);
    return manifest->layers && cJSON_IsArray(list) && read_lists(root, manifest, manifest->layers);
}
