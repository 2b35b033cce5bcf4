/*
 * The files of a minimap as a client reads it.
 *
 * Clients up to 4.x: DIR/textures/Minimap/<MD5>.blp, found by md5translate.trs (md5translate.h).
 * Later clients: DIR/World/Minimaps/<Map>/mapXX_YY.blp. The same tile without liquids is called
 * noliquid_mapXX_YY.blp. Inside a room of a WMO clients show pictures of the rooms
 * (render/draw_interior.h): wmo/dungeon/x/x_GGG_XX_YY.blp for block (XX, YY) of group GGG of
 * world/wmo/dungeon/x/x.wmo, by MD5 or below World/Minimaps. What lies in DIR in any case of
 * letters is used.
 */
#ifndef OUTPUT_CLIENT_MINIMAP_CLIENT_MINIMAP_H
#define OUTPUT_CLIENT_MINIMAP_CLIENT_MINIMAP_H

#include "base/diag.h"
#include "base/hash.h"
#include "base/path.h"
#include "output/client_minimap/md5translate.h"
#include "output/client_minimap/minimap_blp.h"

/* Bounds, see docs/security.md. */
enum {
    MD5TRANSLATE_BYTES_MAX = 16 << 20, /* a client's table has 2 MB */
};

enum minimap_names {
    MINIMAP_TRS,   /* by MD5, md5translate.trs; md5translate.txt where only that is there */
    MINIMAP_PLAIN, /* by map and tile */
    MINIMAP_WORLD, /* no minimap: maps of zones, DIR/Interface/WorldMap/ZONE/ZONEn.blp */
};

struct client_minimap {
    const char *root; /* path of the folder */
    enum minimap_names names;
    enum minimap_encoding encoding;
    uint32_t size_px; /* of tiles: a power of two, 16 to 1024 */
    bool interiors;   /* rooms of WMOs too */
    bool no_liquid;   /* tiles without liquids too */
};

/* Makes the folders that all maps share, and finds out whether they can be written to. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_check(const struct client_minimap *minimap,
                                        const struct diag *diag);

/* Where the files of a minimap lie. Zero-initialised it may be closed. */
struct client_minimap_folder {
    const struct client_minimap *minimap;
    char *path;   /* DIR/textures/Minimap or DIR/World/Minimaps */
    char *table;  /* of MINIMAP_TRS; else NULL */
    uint64_t key; /* the same for the same folder and names of files, however DIR is spelled */
};

/* Finds the folder, which may be missing. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_open(const struct client_minimap *minimap,
                                       const struct diag *diag,
                                       struct client_minimap_folder *folder);
void client_minimap_close(struct client_minimap_folder *folder);

/* What a client calls a tile: "Azeroth\map03_04.blp", "Azeroth\noliquid_map03_04.blp". */
void client_minimap_tile_name(const char *map, bool has_liquids, uint32_t x, uint32_t y,
                              char name[NAME_BYTES]);

/* What names of rooms of the WMO `wmo`, a canonical name, begin with: "wmo/dungeon/x/x" of
 * world/wmo/dungeon/x/x.wmo. False if they are too long. */
bool client_minimap_wmo_name(const char *wmo, char name[NAME_BYTES]);

/* What a client calls a block of a group of such a WMO: "wmo\dungeon\x\x_003_00_01.blp". False if
 * it is too long. */
bool client_minimap_room_name(const char *wmo, uint32_t group, uint32_t column, uint32_t row,
                              char name[NAME_BYTES]);

/* Writes a picture, whose pixels are overwritten, under the client's `name`. `file` becomes its
 * path below the folder. May be called from several threads. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_write(const struct client_minimap_folder *folder,
                                        const struct minimap_picture *picture, const char *name,
                                        const struct diag *diag, char file[NAME_BYTES]);

/*
 * Converts the picture of a tile, the PNG at `picture`, and writes it. Fails as
 * client_minimap_write and picture_read_png.
 */
enum adtmap_status client_minimap_convert(const struct client_minimap_folder *folder,
                                          const char *picture, const char *name,
                                          const struct diag *diag, char file[NAME_BYTES]);

/* Removes a file by its path below the folder. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_remove(const struct client_minimap_folder *folder,
                                         const char *file, const struct diag *diag);

/* Merges lines into the table, and removes the files that only replaced lines named. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status client_minimap_merge_table(const struct client_minimap_folder *folder,
                                              struct md5translate_line *lines, size_t count,
                                              const struct diag *diag);

/* Whether the table has the lines; one that cannot be read has none. False when out of memory. */
bool client_minimap_has_lines(const struct client_minimap_folder *folder,
                              struct md5translate_line *lines, size_t count, bool *has);

#endif
