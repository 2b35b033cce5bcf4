#include "output/manifest/manifest_layers.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "output/manifest/json.h"
#include "output/paths.h"

/* Takes `item` in, or frees it; false when out of memory. */
static bool add(cJSON *object, const char *name, cJSON *item)
{
    if (cJSON_AddItemToObject(object, name, item)) {
        return true;
    }
    cJSON_Delete(item);
    return false;
}

static bool append(cJSON *array, cJSON *item)
{
    if (item && cJSON_AddItemToArray(array, item)) {
        return true;
    }
    cJSON_Delete(item);
    return false;
}

static cJSON *make_text(const char *text)
{
    return text[0] ? cJSON_CreateString(text) : cJSON_CreateNull();
}

static cJSON *make_range(const float range_yd[2])
{
    cJSON *range = cJSON_CreateArray();
    if (!append(range, json_float(range_yd[0])) || !append(range, json_float(range_yd[1]))) {
        cJSON_Delete(range);
        return NULL;
    }
    return range;
}

static cJSON *make_stitched(const struct manifest *manifest, const struct manifest_layer *layer)
{
    char layer_name[ADTMAP_LAYER_NAME_BYTES];
    char name[PATH_NAME_BYTES];
    adtmap_layer_file_name(layer->layer, layer_name);
    path_layer_stitched_name(layer_name, manifest->map, name);
    return layer->is_stitched ? cJSON_CreateString(name) : cJSON_CreateNull();
}

static cJSON *make_layer(const struct manifest *manifest, const struct manifest_layer *layer)
{
    static const char *const formats[] = {
        [ADTMAP_LAYER_GREY8] = "grey8",
        [ADTMAP_LAYER_GREY16] = "grey16",
        [ADTMAP_LAYER_COLOR] = "rgb8",
    };
    char name[ADTMAP_LAYER_NAME_BYTES];
    adtmap_layer_file_name(layer->layer, name);
    cJSON *object = cJSON_CreateObject();
    bool made =
        add(object, "name", cJSON_CreateString(name)) &&
        add(object, "about", cJSON_CreateString(adtmap_layer_kind_about(layer->layer.kind))) &&
        add(object, "format", cJSON_CreateString(formats[adtmap_layer_format(layer->layer)])) &&
        (layer->size_px == manifest->size_px ||
         add(object, "tile_size", cJSON_CreateNumber(layer->size_px))) &&
        add(object, "stitched", make_stitched(manifest, layer));
    if (made && layer->range != MANIFEST_RANGE_NONE) {
        made = add(object, "range_yd",
                   layer->range == MANIFEST_RANGE_FIXED ? make_range(layer->range_yd)
                                                        : cJSON_CreateNull());
    }
    if (!made) {
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

static cJSON *make_tile(const struct manifest *manifest, const struct manifest_layer_tile *tile)
{
    const struct manifest_layer *layer = &manifest->layers->layers[tile->layer];
    char layer_name[ADTMAP_LAYER_NAME_BYTES];
    char name[PATH_NAME_BYTES];
    char hex[HASH128_HEX_BYTES];
    adtmap_layer_file_name(layer->layer, layer_name);
    path_layer_name(layer_name, manifest->map, tile->x, tile->y, name);
    hash128_hex(tile->hash, hex);
    cJSON *object = cJSON_CreateObject();
    bool made = add(object, "layer", cJSON_CreateString(layer_name)) &&
                add(object, "x", cJSON_CreateNumber(tile->x)) &&
                add(object, "y", cJSON_CreateNumber(tile->y)) &&
                add(object, "file", cJSON_CreateString(name)) &&
                add(object, "hash", cJSON_CreateString(hex));
    if (made && layer->range != MANIFEST_RANGE_NONE) {
        made = add(object, "ground_yd", make_range(tile->ground_yd));
    }
    if (made && layer->range == MANIFEST_RANGE_TILE) {
        made = add(object, "range_yd", make_range(tile->range_yd));
    }
    if (!made) {
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

static cJSON *make_area(const struct manifest_area *area)
{
    uint8_t rgb[3];
    char color[8];
    adtmap_area_color(area->id, rgb);
    snprintf(color, sizeof color, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    cJSON *object = cJSON_CreateObject();
    if (!add(object, "id", cJSON_CreateNumber(area->id)) ||
        !add(object, "color", cJSON_CreateString(color)) ||
        !add(object, "name", make_text(area->name)) ||
        !add(object, "zone", make_text(area->zone))) {
        cJSON_Delete(object);
        return NULL;
    }
    return object;
}

bool manifest_layers_add(const struct manifest *manifest, cJSON *root)
{
    const struct manifest_layers *layers = manifest->layers;
    cJSON *list = cJSON_AddArrayToObject(root, "layers");
    bool made = list != NULL;
    for (uint32_t i = 0; i < layers->layer_count && made; i++) {
        made = append(list, make_layer(manifest, &layers->layers[i]));
    }
    cJSON *tiles = made ? cJSON_AddArrayToObject(root, "layer_tiles") : NULL;
    made = tiles != NULL;
    for (uint32_t i = 0; i < layers->tile_count && made; i++) {
        made = append(tiles, make_tile(manifest, &layers->tiles[i]));
    }
    cJSON *areas = made ? cJSON_AddArrayToObject(root, "areas") : NULL;
    made = areas != NULL;
    for (uint32_t i = 0; i < layers->area_count && made; i++) {
        made = append(areas, make_area(&layers->areas[i]));
    }
    return made;
}

void manifest_layers_free(struct manifest_layers *layers)
{
    if (layers) {
        free(layers->tiles);
        free(layers->areas);
        free(layers);
    }
}

bool manifest_layer_hash(const void *pixels, uint32_t size_px, size_t pixel_bytes,
                         size_t stride_bytes, struct hash128 *hash)
{
    uint8_t head[8];
    for (unsigned i = 0; i < 4; i++) {
        head[i] = (uint8_t)(size_px >> 8 * i);
        head[i + 4] = head[i];
    }
    const struct hash_rows rows = {pixels, size_px * pixel_bytes, size_px, stride_bytes};
    return hash128_rows(head, sizeof head, &rows, hash);
}
