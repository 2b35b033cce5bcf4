/*
 * The minimap of a map as a client reads it, made from the tiles that a run has published.
 *
 * Clients up to 4.x: DIR/textures/Minimap/<MD5>.blp, found by md5translate.trs (md5translate.h).
 * Later clients: DIR/World/Minimaps/<Map>/mapXX_YY.blp. What lies in DIR in any case of letters is
 * used. The files are what decides: an equal file is not written again, and a file that the table
 * named for a tile and names no more is removed.
 */
#ifndef OUTPUT_CLIENT_MINIMAP_CLIENT_MINIMAP_H
#define OUTPUT_CLIENT_MINIMAP_CLIENT_MINIMAP_H

#include "base/diag.h"
#include "output/client_minimap/minimap_blp.h"

enum minimap_names {
    MINIMAP_TRS,   /* by MD5, md5translate.trs; md5translate.txt where only that is there */
    MINIMAP_PLAIN, /* by map and tile */
};

struct client_minimap {
    const char *root; /* DIR */
    enum minimap_names names;
    enum minimap_encoding encoding;
    uint32_t size_px; /* a power of two, 16 to 1024 */
};

struct client_minimap_result {
    uint32_t tiles;   /* that the minimap has */
    uint32_t removed; /* files */
};

/* Makes the folders that all maps share, and finds out whether they can be written to. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_check(const struct client_minimap *minimap,
                                        const struct diag *diag);

/*
 * Writes the minimap of `map`, whose tiles are in the folder `directory`, OUT/MAP. With OpenMP
 * threads; files first, then the table, so that a run cut short leaves a table that is true.
 * ADTMAP_NOT_FOUND without a tile; as client_minimap_check, and as picture_read_png.
 */
enum adtmap_status client_minimap_write(const struct client_minimap *minimap, const char *directory,
                                        const char *map, const struct diag *diag,
                                        struct client_minimap_result *result);

#endif
