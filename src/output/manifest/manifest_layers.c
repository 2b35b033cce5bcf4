/*
 * Members stand in the order of the manifest's page; a value that is not known is null, so that
 * readers find each member in each entry.
 */
#include "output/manifest/manifest_layers.h"

#include <stdlib.h>

#include "base/hash.h"
#include "output/paths.h"
#include "render/layers/data_layer.h"

/* A text, or null if it is empty. */
static void put_text(struct json *json, const char *key, const char *text)
{
    if (text[0]) {
        json_string(json, key, text);
    } else {
        json_null(json, key);
    }
}

static void put_range(struct json *json, const char *key, const float range_yd[2])
{
    json_array(json, key);
    json_float(json, NULL, range_yd[0]);
    json_float(json, NULL, range_yd[1]);
    json_end(json);
}

static void put_layer(struct json *json, const struct manifest *manifest,
                      const struct manifest_layer *layer)
{
    static const char *const formats[] = {
        [ADTMAP_LAYER_GREY8] = "grey8",
        [ADTMAP_LAYER_GREY16] = "grey16",
        [ADTMAP_LAYER_COLOR] = "rgb8",
        [ADTMAP_LAYER_RGBA] = "rgba8",
    };
    char name[ADTMAP_LAYER_NAME_BYTES];
    char stitched[PATH_NAME_BYTES] = "";
    adtmap_layer_file_name(layer->layer, name);
    if (layer->is_stitched) {
        path_layer_stitched_name(name, manifest->map, stitched);
    }
    json_object(json, NULL);
    json_string(json, "name", name);
    json_string(json, "about", adtmap_layer_kind_about(layer->layer.kind));
    json_string(json, "format", formats[adtmap_layer_format(layer->layer)]);
    if (layer->size_px != manifest->size_px) {
        json_number(json, "tile_size", layer->size_px);
    }
    put_text(json, "stitched", stitched);
    if (layer->range == MANIFEST_RANGE_FIXED) {
        put_range(json, "range_yd", layer->range_yd);
    } else if (layer->range != MANIFEST_RANGE_NONE) {
        json_null(json, "range_yd");
    }
    json_end(json);
}

static void put_tile(struct json *json, const struct manifest *manifest,
                     const struct manifest_layer_tile *tile)
{
    const struct manifest_layer *layer = &manifest->layers->layers[tile->layer];
    char layer_name[ADTMAP_LAYER_NAME_BYTES];
    char name[PATH_NAME_BYTES];
    char hex[HASH128_HEX_BYTES];
    adtmap_layer_file_name(layer->layer, layer_name);
    path_layer_name(layer_name, manifest->map, tile->x, tile->y, name);
    hash128_hex(tile->hash, hex);
    json_object(json, NULL);
    json_string(json, "layer", layer_name);
    json_number(json, "x", tile->x);
    json_number(json, "y", tile->y);
    json_string(json, "file", name);
    json_string(json, "hash", hex);
    if (data_layers[layer->layer.kind].tells == LAYER_TELLS_HEIGHTS) {
        put_range(json, "ground_yd", tile->ground_yd);
    }
    if (layer->range == MANIFEST_RANGE_TILE) {
        put_range(json, "range_yd", tile->range_yd);
    }
    json_end(json);
}

void manifest_begin_list(struct json *json, const char *key, uint32_t count)
{
    json_array(json, key);
    if (count > 0) {
        json_lines(json, 4);
    }
}

void manifest_layers_add(const struct manifest *manifest, struct json *json)
{
    const struct manifest_layers *layers = manifest->layers;
    manifest_begin_list(json, "layers", layers->layer_count);
    for (uint32_t i = 0; i < layers->layer_count; i++) {
        put_layer(json, manifest, &layers->layers[i]);
    }
    json_end(json);
    manifest_begin_list(json, "layer_tiles", layers->tile_count);
    for (uint32_t i = 0; i < layers->tile_count; i++) {
        put_tile(json, manifest, &layers->tiles[i]);
    }
    json_end(json);
    manifest_begin_list(json, "areas", layers->area_count);
    for (uint32_t i = 0; i < layers->area_count; i++) {
        const struct manifest_area *area = &layers->areas[i];
        uint8_t rgb[3];
        adtmap_area_color(area->id, rgb);
        json_object(json, NULL);
        json_number(json, "id", area->id);
        json_format(json, "color", "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        put_text(json, "name", area->name);
        put_text(json, "zone", area->zone);
        json_end(json);
    }
    json_end(json);
}

void manifest_layers_free(struct manifest_layers *layers)
{
    if (layers) {
        free(layers->tiles);
        free(layers->areas);
        free(layers);
    }
}
