/*
 * Values of a data layer for the page of a map: a script for each tile (path_values_name), which
 * the page loads to tell the value under the pointer. Scripts load from disk too, where pages may
 * not read the pixels of pictures.
 *
 *     adtmap.heights['32_48'] = {"low":-2000,"high":4553.5,"steps":[20301,3,-2,...]};
 *     adtmap.heights['surface/32_48'] = ...                         of other layers than `height`
 *
 * `steps` are the values of the corners of 64x64 equal squares, of floors 128x128, from north-west,
 * in 65535ths of the way from `low` to `high`, which are yards. Each is the step from the corner
 * west of it; the first of a row is that from the row above. 0 of a sparse layer is nothing. Of a
 * layer of kinds, `low` and `high` are 0 and 65535, and values the numbers of kinds.
 */
#ifndef OUTPUT_WEB_VALUE_SCRIPTS_H
#define OUTPUT_WEB_VALUE_SCRIPTS_H

#include <stdint.h>

#include "adtmap/layers.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "output/output.h"

/* A script that was written. */
struct value_script {
    uint32_t x, y;
    uint64_t bytes;
    struct hash128 content;
};

struct value_scripts_options {
    const char *directory; /* the map's */
    struct adtmap_layer layer;
    struct tile_set tiles; /* whose scripts are written */
    uint32_t size_px;      /* edge of the tiles that are put */
    float range_yd[2];     /* of all tiles: the heights of 0 and 65535; unused for kinds */

    /* Called for each script, by one thread at a time. */
    void (*made)(void *user, const struct value_script *script);
    void *user;
};

/*
 * Begins an output that takes tiles of a layer of heights, or of kinds in steps
 * (LAYER_TINT_STEPS); the script of a tile that is skipped is
 * removed. `options` is needed during the call only, `diag` and what it points to until the end.
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status value_scripts_open(const struct value_scripts_options *options,
                                      const struct diag *diag, struct output **output);

#endif
