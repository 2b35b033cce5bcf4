/*
 * ADT: one map tile, 16x16 chunks of terrain. Every era's reader fills the same struct adt_tile;
 * nothing behind this header knows which client wrote the file.
 */
#ifndef FORMATS_ADT_ADT_H
#define FORMATS_ADT_ADT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/adt/adt_placements.h"
#include "formats/liquid.h"
#include "formats/wdt.h"

enum {
    ADT_EDGE = 16,                    /* chunks on a tile's edge */
    ADT_CHUNKS = ADT_EDGE * ADT_EDGE, /* chunks in a tile, row by row from the north-west */
    ADT_VERTICES = 9 * 9 + 8 * 8,     /* vertices of a chunk: rows of 9 outer, 8 inner, 9, ... */
    ADT_MAP_EDGE = 64,                /* texels on the edge of an alpha or shadow map */
    ADT_MAP_TEXELS = ADT_MAP_EDGE * ADT_MAP_EDGE,
    ADT_LAYERS_MAX = 8,      /* ground layers of a chunk; 4 before Midnight */
    ADT_TEXTURES_MAX = 4096, /* names of ground textures read from a tile */
};

/* MCNK flags that matter behind the readers. */
enum adt_chunk_flag {
    ADT_CHUNK_SHADOW = 0x1,
    ADT_CHUNK_IMPASSABLE = 0x2,
    ADT_CHUNK_COLORS = 0x40,
    /* Alpha and shadow maps have 64x64 valid texels, not 63x63. */
    ADT_CHUNK_DO_NOT_FIX_ALPHA_MAP = 0x8000,
    ADT_CHUNK_HOLES_64 = 0x10000,
};

/* MCLY flags. */
enum adt_layer_flag {
    /* Twice as bright, says one client; the documents give no amount. */
    ADT_LAYER_OVERBRIGHT = 0x80,
    ADT_LAYER_ALPHA = 0x100,
    ADT_LAYER_COMPRESSED = 0x200,
};

/* Depth of the alpha maps: known from the WDT, or to be found from the sizes in the file. */
enum adt_alpha_depth { ADT_ALPHA_INFER, ADT_ALPHA_4BIT, ADT_ALPHA_8BIT };

/* What a tile can be asked for. */
enum adt_content {
    ADT_GROUND = 0x1, /* chunks, and textures */
    ADT_TEXTURES = 0x2,
    ADT_LIQUIDS = 0x4,
    ADT_DOODADS = 0x8,
    ADT_MAPS = 0x10, /* alpha maps and shadows of the chunks; with ADT_GROUND */
    ADT_WMOS = 0x20,
    ADT_TERRAIN = ADT_GROUND | ADT_MAPS,
    ADT_PLACEMENTS = ADT_DOODADS | ADT_WMOS,
};

/* Chunks of columns left..right - 1 and rows top..bottom - 1. */
struct adt_chunk_area {
    uint32_t left, right, top, bottom;
};

/* What is wanted of a tile, and what is known of its map. Zeroes: all of the tile, of a map that
 * nobody knows, so that the tile's data decide. */
struct adt_request {
    unsigned contents; /* enum adt_content; 0: all */
    enum adt_alpha_depth alpha_depth;
    bool has_height_blend; /* layers are blended by the heights of their textures */
    enum adtmap_edge edge; /* how the edges of maps are read, whatever the files say */
    /* Need not be read, and are not where that is easily known. */
    struct adt_chunk_area left_out;
    /* NULL: all doodads; it may be ignored. */
    adt_doodad_wanted *doodad_wanted;
};

/* All of a tile, with what the map's WDT says; NULL: there is none. */
struct adt_request adt_request_of(const struct wdt *wdt);

/* The bytes of one file, borrowed. data is NULL when there is no such file. */
struct adt_bytes {
    const uint8_t *data;
    size_t size;
    const char *name; /* for messages; NULL: that of the diag */
};

/*
 * The files of one tile. `root` is all there is before Cataclysm, and in 0.5.3 to 0.5.5 the part
 * of the map's WDT that holds the tile (struct wdt, ranges). Whatever bytes are handed in, their
 * era is found from what they hold.
 */
struct adt_files {
    struct adt_bytes root, tex0, obj0, obj1;
    size_t root_offset; /* of root.data in its file: 0 but in a WDT */

    /* What MDNM and MONM of such a WDT hold: the names that placements refer to. */
    struct adt_bytes doodad_names, wmo_names;
    uint32_t x, y; /* the tile's place on the grid, where its files do not say it */
};

struct adt_texture {
    const char *name; /* as written; NULL: file_id names the file */
    uint32_t file_id; /* 0 where `name` does */

    /*
     * The texture whose alpha channel is this one's height, for maps that blend by heights: by
     * name, or where that is NULL by id; neither: none.
     */
    const char *height_name;
    uint32_t height_file_id;
    float height_scale; /* height counts as alpha 0..1 * scale + offset; 0 and 1 without heights */
    float height_offset;
    uint8_t scale_shift; /* 0..15: one repeat covers 2^scale_shift quads */

    /* MTCG, for reports: tables of colours that clients lay over the distant ground; 0: none. */
    uint32_t grading_distance; /* as written */
    uint32_t grading_file_id, grading_ramp_file_id;
};

struct adt_layer {
    uint32_t texture;     /* index into adt_tile.textures, always valid */
    uint32_t flags;       /* MCLY, enum adt_layer_flag and others */
    const uint8_t *alpha; /* ADT_MAP_TEXELS values 0..255, rows from the north; NULL: all 0 */
};

struct adt_chunk {
    bool present;     /* false: the file has no usable terrain here, or it was not wanted: */
    bool is_left_out; /* takes its place and is not read (adt_request) */
    bool has_colors;
    bool has_lights;
    uint32_t flags; /* MCNK */
    uint32_t area_id;
    float position[3];              /* north-west corner: X north, Y west, Z up; as written */
    float height_yd[ADT_VERTICES];  /* absolute, finite */
    int8_t normal[ADT_VERTICES][3]; /* X north, Y west, Z up; 127 = 1 */
    uint8_t color[ADT_VERTICES][4]; /* red, green, blue, unused; 127 = 1; if has_colors */
    uint8_t light[ADT_VERTICES][4]; /* of lamps nearby: adds to the light; 255 = 1 */
    uint64_t holes;                 /* bit 8 * row + column of a quad: not drawn */
    const uint64_t *shadow;         /* 64 rows, bit = column, 1 = shadow; NULL: none */
    uint32_t layer_count;           /* 0..ADT_LAYERS_MAX; layer 0 lies at the bottom */
    struct adt_layer layers[ADT_LAYERS_MAX];
    uint32_t doodad_ref_count; /* placements that the chunk names as its own: of MDDF */
    uint32_t wmo_ref_count;    /* and of MODF */
};

/* A tile of any era. What was not asked for is zero. */
struct adt_tile {
    struct adt_chunk *chunks; /* ADT_CHUNKS, index 16 * row + column */
    uint32_t chunk_count;     /* how many have a place */
    uint32_t texture_count;
    const struct adt_texture *textures; /* with their names in the arena */
    struct liquid_layers liquids;       /* of MH2O, then of the MCLQ of each chunk */
    struct adt_placements placements;   /* those that two files have, by their unique ids, once */
    enum adt_alpha_depth alpha_depth;   /* as used: 4 or 8 bits, never ADT_ALPHA_INFER */
    bool has_height_blend;
    enum adtmap_edge edge; /* as asked for */
    const char *era;       /* for people: which layout the files have; static storage */

    /*
     * For people: how the normals agree with the heights, in files where their order and signs are
     * open and that agreement has decided them; "" elsewhere. All are right on level ground, where
     * normals_open says that nothing has been decided.
     */
    char normals[96];
    bool normals_open;

    /*
     * For people: what stands in the last rows and columns of alpha maps, in files that do not say
     * whether these count; "" elsewhere.
     */
    char edges[160];
};

/*
 * Reads what is asked for of a tile of any era, by the offsets of its headers, or by walking its
 * chunks where an offset is zero or wrong. Everything of *tile lives in `arena` or borrows the
 * files. Fails with ADTMAP_BAD_DATA when terrain is wanted and not one chunk of it can be read, and
 * with ADTMAP_NO_MEMORY; lesser damage, and files of a split tile that are missing, are warnings.
 */
enum adtmap_status adt_read(const struct adt_files *files, const struct adt_request *request,
                            struct arena *arena, const struct diag *diag, struct adt_tile **tile);

/*
 * How many of a file's first bytes its placements, and adt_hash_placements, depend on; 0: all, or
 * the `size` bytes given, which may be the first of more, do not show it. Given more bytes of the
 * file, the answer stays the same.
 */
size_t adt_placements_bytes(const uint8_t *data, size_t size);

/*
 * Says what one of a tile's files has to do with the WMOs and doodads that the tile places: while
 * this is the same for all of them, so are these placements.
 */
struct hash128 adt_hash_placements(const uint8_t *data, size_t size);

/*
 * The tile's column and row: the tile of the grid that the positions of most chunks name; false
 * when they name none.
 */
bool adt_tile_place(const struct adt_tile *tile, uint32_t *x, uint32_t *y);

#endif
