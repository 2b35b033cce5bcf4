/* Packs a folder of client files as the MPQ archives of a client. */
#ifndef DEMO_PACK_PACK_ARCHIVES_H
#define DEMO_PACK_PACK_ARCHIVES_H

#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/pack/map_table.h"

/* What archives hold. */
enum archive_part {
    ARCHIVE_MAPS,      /* what is below World/Maps */
    ARCHIVE_BUILDINGS, /* .wmo */
    ARCHIVE_MODELS,    /* the rest: .mdx, .m2, .skin */
    ARCHIVE_TEXTURES,  /* .blp */
    ARCHIVE_TABLES,    /* the table of maps, which the packing adds */
    ARCHIVE_PARTS
};

/* How a client distributes its files. */
struct archive_client {
    uint32_t version; /* of the archives, 1 to 4 */

    /* The archive of each part, below Data; NULL, but not for tables: each file is an archive,
     * FILE.MPQ. */
    const char *archives[ARCHIVE_PARTS];

    struct map_dbc_shape map_table;
};

/*
 * Writes the files below `folder` as archives to DIRECTORY/Data. An archive gets its name when it
 * is complete. Errors: ADTMAP_UNSUPPORTED without StormLib; ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status pack_archives(const char *folder, const char *directory,
                                 const struct archive_client *client, const struct diag *diag);

#endif
