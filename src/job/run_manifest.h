/*
 * What a run notes in its map's manifest, or in that of a shard: its own tiles and layers, and what
 * earlier runs have noted of the rest.
 */
#ifndef JOB_RUN_MANIFEST_H
#define JOB_RUN_MANIFEST_H

#include "job/choice.h"
#include "job/layer_files.h"
#include "job/ledger.h"
#include "job/tile_task.h"
#include "output/manifest/manifest.h"
#include "scene/map/map.h"

/* A run whose files are all in place. */
struct run_manifest {
    const struct job_settings *settings;
    const struct adtmap_map *map;
    const char *directory; /* of the map */
    const struct choice *choice;
    const struct tile_set *shown;   /* what the map has to show, failed tiles among them */
    const struct manifest *earlier; /* NULL: none, or a shard's run */
    struct ledger *ledger;
    const struct layer_files *layers;
    const struct tile_task *tasks;
    uint32_t task_count;
    const struct diag *diag;
};

/*
 * Writes the manifest; then the ledger no longer has tiles whose data layers are lost. ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status run_manifest_write(const struct run_manifest *run);

#endif
