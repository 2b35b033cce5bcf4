/*
 * Blend meshes of Mists of Pandaria and later: triangles that run the ground up to a WMO (ADT/v18
 * document, MBMH, MBBB, MBNV, MBMI, MCBB). They are read for reports and not drawn: the documents
 * do not say which texture a mesh has, nor which of the three colours of a vertex is the weight.
 */
#ifndef FORMATS_ADT_BLEND_MESHES_H
#define FORMATS_ADT_BLEND_MESHES_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/adt/adt.h"

/* An entry of MBMH, with that of MBBB. */
struct blend_mesh {
    uint32_t unique_id;                /* of the WMO's placement */
    uint32_t texture;                  /* as written; what it counts is not known */
    uint32_t index_begin, index_count; /* within MBMI, 3 for each triangle */
    uint32_t vertex_begin, vertex_count;
    bool has_box;
    float box_low[3], box_high[3]; /* as written */
};

struct blend_meshes {
    uint32_t mesh_count;
    const struct blend_mesh *meshes;
    uint32_t vertex_count, index_count; /* of MBNV and MBMI */
    uint32_t batch_count;               /* entries of MCBB in all map chunks */
};

/*
 * Reads the blend meshes of a tile's root file into `arena`; a file without them has zero meshes.
 * Meshes and batches that refer to something that is not there are warnings, and are kept.
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status blend_meshes_read(const struct adt_bytes *root, struct arena *arena,
                                     const struct diag *diag, struct blend_meshes *blend);

#endif
