/* What a run's data layers have to say in its manifest, and to people. */
#ifndef JOB_LAYER_MANIFEST_H
#define JOB_LAYER_MANIFEST_H

#include "assets/assets.h"
#include "job/tile_task.h"
#include "output/manifest/manifest_layers.h"

/*
 * Lists the layers of the tasks that went well. *layers is NULL where the run has none; else it is
 * the caller's, for manifest_layers_free. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status layer_manifest_make(const struct layer_files *files,
                                       const struct tile_task *tasks, uint32_t count,
                                       const struct assets *assets, const struct diag *diag,
                                       struct manifest_layers **layers);

/* Warns, in one line, of heights outside the range they were drawn for. */
void layer_manifest_warn(const struct manifest_layers *layers, const struct diag *diag);

#endif
