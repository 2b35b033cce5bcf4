/*
 * Writes doodads as the client files of an era. doodad_parts.h lists what the formats share: the
 * parts of a model with one material and one bone.
 */
#ifndef DEMO_FILES_DOODAD_WRITE_H
#define DEMO_FILES_DOODAD_WRITE_H

#include "base/diag.h"
#include "demo/models/doodad.h"

enum doodad_format {
    DOODAD_MDX,  /* 0.5.3 to 0.10 */
    DOODAD_M2_1, /* 256: clients 1.x */
    DOODAD_M2_2, /* 260: clients 2.x */
    DOODAD_M2_3, /* 264 and a .skin file: clients 3.x */
    DOODAD_M2_4, /* 272 and a .skin file: clients 4.x to 6.x */
    DOODAD_M2_7, /* 274 in a chunk MD21, with file ids next to names: SFID and TXID; 7.x */
    DOODAD_M2_8, /* the same without names, and a .skel file, SKID, if bones turn */
};

/*
 * Writes all doodads below the data root and makes their folders. Fails with ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status doodad_write_files(const char *root, enum doodad_format format,
                                      const struct diag *diag);

#endif
