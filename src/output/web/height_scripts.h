/*
 * Heights for the page of a map: a script for each tile (path_heights_name), which the page loads
 * to tell the height under the pointer. Scripts load from disk too, where pages may not read the
 * pixels of pictures.
 *
 *     adtmap.heights['32_48'] = {"low":-2000,"high":4553.5,"steps":[20301,3,-2,...]};
 *
 * `steps` are 65 rows of 65 heights, from north-west: those of the corners of 64x64 equal squares,
 * in 65535ths of the way from `low` to `high`, which are yards. Each is the step from the corner
 * west of it; the first of a row is that from the row above.
 */
#ifndef OUTPUT_WEB_HEIGHT_SCRIPTS_H
#define OUTPUT_WEB_HEIGHT_SCRIPTS_H

#include <stdint.h>

#include "adtmap/layers.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/tile_set.h"
#include "output/output.h"

enum { HEIGHT_SCRIPT_EDGE = 65 };

/* A script that was written. */
struct height_script {
    uint32_t x, y;
    uint64_t bytes;
    struct hash128 content;
};

struct height_scripts_options {
    const char *directory; /* the map's */
    struct tile_set tiles; /* whose scripts are written */
    uint32_t size_px;      /* edge of the tiles that are put */
    float range_yd[2];     /* of all tiles: the heights of 0 and 65535 */

    /* Called for each script, by one thread at a time. */
    void (*made)(void *user, const struct height_script *script);
    void *user;
};

/*
 * Begins an output that takes tiles of the layer `height`; the script of a tile that is skipped is
 * removed. `options` is needed during the call only, `diag` and what it points to until the end.
 * ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status height_scripts_open(const struct height_scripts_options *options,
                                       const struct diag *diag, struct output **output);

#endif
