/* One era of client files: what demo.c, which names them, asks of it. */
#ifndef DEMO_FILES_ERA_H
#define DEMO_FILES_ERA_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/files/wmo_write.h"
#include "demo/world/ground.h"
#include "demo/world/world.h"

/* Files that not all eras have. */
enum era_files {
    ERA_TILES = 0x1,   /* a file a tile */
    ERA_PARTS = 0x2,   /* several */
    ERA_GROUPS = 0x4,  /* of buildings, a file each */
    ERA_WIDE = 0x8,    /* wide variants of textures */
    ERA_HEIGHTS = 0x10 /* heights of textures */
};

struct era {
    /*
     * Writes the map files below `directory`, which is World/Maps/Demo and exists. Textures are
     * demo.c's business.
     */
    enum adtmap_status (*write_map)(const struct era *era, const char *directory,
                                    const struct world *world, const struct ground *ground,
                                    const struct diag *diag);

    /*
     * Writes the WDT of a map that is one object without ground below `directory`, which is
     * World/Maps/Hall and exists. NULL where the era has none.
     */
    enum adtmap_status (*write_hall)(const struct era *era, const char *directory,
                                     const struct model *hall, const struct diag *diag);

    /* How buildings are written; their files are demo.c's business. */
    enum wmo_version objects;

    /* Writes what else the era's clients have below the data root; NULL for nothing. */
    enum adtmap_status (*write_extras)(const struct era *era, const char *root,
                                       const struct diag *diag);

    unsigned files; /* enum era_files */

    /* What the writer of the era wants to know, of a type of its own. */
    const void *form;
};

/* One file holds all tiles (0.5.3). */
extern const struct era era_alpha;

/* Eras of one-file ADTs of version 18 (1.0 to 3.3.5). */
extern const struct era era_beta;
extern const struct era era_vanilla;
extern const struct era era_wotlk;
extern const struct era era_wotlk4;

/* Eras of tiles in several files (4.0 and later). */
extern const struct era era_cata;
extern const struct era era_mop;
extern const struct era era_legion;
extern const struct era era_legion_heights; /* layers blended by the heights of textures */
extern const struct era era_bfa;

#endif
