/* Whether a WMO or the model of a doodad looks different in two builds. */
#ifndef COMPARE_MODEL_CONTENT_H
#define COMPARE_MODEL_CONTENT_H

#include "compare/placement_diff.h"
#include "compare/texture_content.h"
#include "map/open_data.h"

/* The models of both builds. For one thread at a time. */
struct model_contents;

/* What is passed must outlive it; `diag` takes the warnings. NULL when out of memory. */
struct model_contents *model_contents_create(const struct adtmap_data *old_data,
                                             const struct adtmap_data *new_data,
                                             struct texture_contents *textures,
                                             const struct diag *diag);
void model_contents_destroy(struct model_contents *contents);

/*
 * Compares the triangles of a model, their materials, the pictures of their textures and, of a WMO,
 * its liquids and doodads; not the bytes of files, which each era stores in another way. Vertex
 * colours of WMOs count where both builds have them: v14 has lightmaps. `label` is that of
 * asset_label. A model that only one build has differs; one that neither has does not. What of a
 * model cannot be read is a warning and counts as missing.
 */
bool model_contents_differ(struct model_contents *contents, enum placement_kind kind,
                           const char *label);

/* Whether memory ran out while a model was compared: what was found does not count. */
bool model_contents_failed(const struct model_contents *contents);

#endif
