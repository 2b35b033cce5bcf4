/*
 * The data layers in a manifest, members of map.json that are there only where layers were drawn:
 *
 *     layers        {name, about, format, tile_size, stitched, range_yd}: format is "grey8",
 *                   "grey16" or "rgb8"; tile_size is there only where it is not that of the
 *                   picture; stitched the file of the stitched layer, or null; range_yd, of height
 *                   alone, what 0 and 65535 are, or null where each tile has its own
 *     layer_tiles   {layer, x, y, file, hash, ground_yd, range_yd}: layer is a name of the above;
 *                   of height alone ground_yd, the lowest and highest vertex of the tile, and
 *                   range_yd, where each tile has its own
 *     areas         {id, color, name, zone}: the legend of the area layer; color is #rrggbb, name
 *                   and zone (the area that it is part of) are those of AreaTable.dbc, or null
 *
 * A hash is that of manifest_pixel_hash, over the layer's own bytes a pixel (16 bits: lower byte
 * first).
 */
#ifndef OUTPUT_MANIFEST_MANIFEST_LAYERS_H
#define OUTPUT_MANIFEST_MANIFEST_LAYERS_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "base/json.h"
#include "output/manifest/manifest.h"

enum { MANIFEST_AREA_BYTES = 128 };

enum manifest_range {
    MANIFEST_RANGE_NONE,  /* not a layer of height */
    MANIFEST_RANGE_FIXED, /* range_yd is that of all tiles */
    MANIFEST_RANGE_TILE,  /* every tile has its own */
};

struct manifest_layer {
    struct adtmap_layer layer;
    uint32_t size_px; /* edge of its tiles */
    bool is_stitched;
    enum manifest_range range;
    float range_yd[2];
};

struct manifest_layer_tile {
    uint32_t layer; /* index into manifest_layers.layers */
    uint32_t x, y;
    struct hash128 hash;
    float ground_yd[2];
    float range_yd[2];
};

struct manifest_area {
    uint32_t id;
    char name[MANIFEST_AREA_BYTES]; /* "": not known */
    char zone[MANIFEST_AREA_BYTES];
};

struct manifest_layers {
    struct manifest_layer layers[ADTMAP_LAYERS_MAX];
    uint32_t layer_count;
    struct manifest_layer_tile *tiles; /* in the order they are to be written */
    uint32_t tile_count;
    struct manifest_area *areas; /* by id */
    uint32_t area_count;
};

/* Begins a list of `count` entries, each on a line. */
void manifest_begin_list(struct json *json, const char *key, uint32_t count);

/* The members of the document. */
void manifest_layers_add(const struct manifest *manifest, struct json *json);

/* NULL-safe. */
void manifest_layers_free(struct manifest_layers *layers);

#endif
