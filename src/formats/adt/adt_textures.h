/*
 * The ground textures of a tile: MTEX names, or since Battle for Azeroth file ids in MDID and MHID,
 * with what MTXF, MTXP and MTCG say of each (ADT/v18 document).
 */
#ifndef FORMATS_ADT_ADT_TEXTURES_H
#define FORMATS_ADT_ADT_TEXTURES_H

#include "base/arena.h"
#include "formats/adt/adt_file.h"
#include "formats/chunk.h"

/* Bounds, see docs/security.md. */
enum {
    ADT_TEXTURE_NAME_MAX = 260, /* of a file name in a client */
};

/* Flags of MTXF and MTXP. */
enum adt_texture_flag { ADT_TEXTURE_SCALE = 0xF0 };

/*
 * Reads MTEX, found by the offset at `mhdr_at` of MHDR or by walking, into tile->textures. The
 * names are copied, so that the last one ends too; past ADT_TEXTURES_MAX they are left out with a
 * warning. Without MTEX, after a warning, the tile has no textures. ADTMAP_NO_MEMORY.
 */
enum adtmap_status adt_textures_from_mtex(struct adt_file *file, size_t mhdr_at,
                                          struct arena *arena, struct adt_tile *tile);

/*
 * Reads the textures of a `_tex0` file: MTEX, or MDID and MHID where that is missing, then MTXP, or
 * MTXF where that is missing, and MTCG. Neither names nor ids are a warning. ADTMAP_NO_MEMORY.
 */
enum adtmap_status adt_textures_from_tex(struct adt_file *file, struct arena *arena,
                                         struct adt_tile *tile);

#endif
