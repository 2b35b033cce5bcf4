/*
 * Data layers of earlier runs: those that are still true stay in the manifest, beside those that a
 * run has drawn; the files of others are removed.
 */
#ifndef JOB_LAYER_KEEP_H
#define JOB_LAYER_KEEP_H

#include "base/diag.h"
#include "base/tile_set.h"
#include "output/manifest/manifest_layers.h"

struct layer_keep {
    const char *map;
    const char *directory;          /* the map's */
    const struct manifest *earlier; /* NULL: none */
    const struct tile_set *lost;    /* tiles whose ground may be another by now */
    enum adtmap_blend blend;        /* of this run: alpha maps and the albedo go by it */
    const struct diag *diag;
};

/*
 * Adds to *layers, what a run has drawn, or NULL, what stays of the earlier manifest's. A layer
 * that was drawn again keeps its other tiles if size and range are the same; a stitched layer
 * stays while all its tiles do. Warns, in one line, of files removed. ADTMAP_IO when one cannot be,
 * ADTMAP_NO_MEMORY; *layers is then as it was.
 */
enum adtmap_status layer_keep_join(const struct layer_keep *keep, struct manifest_layers **layers);

#endif
