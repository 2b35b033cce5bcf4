/* An era of client files: the functions that write its maps. demo.c lists the eras by name. */
#ifndef DEMO_FILES_ERA_H
#define DEMO_FILES_ERA_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/files/doodad_write.h"
#include "demo/files/wmo_write.h"
#include "demo/tables/client_tables.h"
#include "demo/world/ground.h"
#include "demo/world/world.h"

/* Kinds of files that only some eras have. */
enum era_files {
    ERA_ADTS = 0x1,             /* an ADT per tile */
    ERA_SPLIT_ADTS = 0x2,       /* several ADT files per tile */
    ERA_WMO_GROUPS = 0x4,       /* a file per WMO group */
    ERA_WIDE_TEXTURES = 0x8,    /* textures that cover 2x2 quads */
    ERA_HEIGHT_TEXTURES = 0x10, /* height textures */
    ERA_MDX = 0x20,             /* doodads as .mdx */
    ERA_M2 = 0x40,              /* doodads as .m2 */
    ERA_SKINS = 0x80,           /* and .skin files of them */
    ERA_TABLES = 0x100,         /* tables of the client */
};

struct era {
    /* Writes the map files into `directory`, World/Maps/Demo, which exists. */
    enum adtmap_status (*write_map)(const struct era *era, const char *directory,
                                    const struct world *world, const struct ground *ground,
                                    const struct diag *diag);

    /* Writes the WDT of the map "Hall", which is one WMO without terrain, into `directory`,
     * World/Maps/Hall, which exists. NULL if the era has no such maps. */
    enum adtmap_status (*write_hall)(const struct era *era, const char *directory,
                                     const struct model *hall, const struct diag *diag);

    /* The version of the WMO files, which demo.c writes. */
    enum wmo_version wmo_version;

    enum doodad_format doodads;

    /* Writes further files below the data root. NULL if there are none. */
    enum adtmap_status (*write_extras)(const struct era *era, const char *root,
                                       const struct diag *diag);

    enum client_tables tables;

    unsigned files; /* enum era_files */

    /* Parameters of write_map; each writer has its own type. */
    const void *format;
};

/* 0.5.3: one WDT holds all tiles. */
extern const struct era era_alpha;

/* 0.6 to 3.3.5: one ADT per tile. */
extern const struct era era_beta;
extern const struct era era_vanilla;
extern const struct era era_wotlk;
extern const struct era era_wotlk4;

/* 4.0 and later: several files per tile. */
extern const struct era era_cata;
extern const struct era era_mop;
extern const struct era era_legion;
extern const struct era era_legion_heights; /* height blending of layers */
extern const struct era era_bfa;

#endif
