/* The eras of client files: how those of each are written. */
#ifndef DEMO_FILES_ERA_H
#define DEMO_FILES_ERA_H

#include "demo/files/doodad_write.h"
#include "demo/files/wmo_write.h"
#include "demo/pack/casc_write.h"
#include "demo/pack/pack_archives.h"
#include "demo/tables/client_tables.h"
#include "demo/world/ground.h"

/* Where the tiles of a map are. */
enum map_shape {
    MAP_ALPHA, /* 0.5.3: in the WDT */
    MAP_V18,   /* 0.6 to 3.3.5: a file per tile */
    MAP_SPLIT, /* 4.0 and later: root, _tex0, _obj0 and _obj1, and some _lod */
};

enum alpha_depth { ALPHA_4BIT, ALPHA_8BIT };

/* Whether the last row and column of 4-bit and shadow maps hold data (MCNK flag 0x8000). */
enum alpha_map_size {
    ALPHA_MAP_64X64, /* they do */
    ALPHA_MAP_63X63, /* they do not: readers repeat the row and column before */
};

enum liquid_format { LIQUID_MCLQ, LIQUID_MH2O };

struct era {
    const char *name;
    enum map_shape shape;
    enum alpha_depth depth;
    enum alpha_map_size map_size;
    enum liquid_format liquid;
    bool vertex_colors;
    bool holes_64;     /* MoP and later */
    bool wide;         /* MTXF makes one repeat of some textures cover 2x2 quads */
    bool heights;      /* MTXP does that, and gives height parameters */
    bool height_blend; /* MPHD 0x80 */
    bool blend_meshes; /* MoP and later: MBMH, MBBB, MBNV, MBMI and MCBB */
    bool file_ids;     /* MAID, MDID and MHID, and ids of models, in place of names; LOD files */
    enum wmo_version wmos;
    enum doodad_format doodads;
    enum client_tables tables;
    const struct archive_client *archives; /* or NULL: clients have no MPQ archives */
    const struct casc_product *storage;    /* or NULL: they have no CASC storage */
};

enum { ERA_COUNT = 10 };
extern const struct era eras[ERA_COUNT]; /* the first is the default */

/* The era of a name; NULL, with a failure in `diag`, for none. */
const struct era *era_find(const char *name, const struct diag *diag);

#endif
