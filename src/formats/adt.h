/*
 * ADT: one map tile, 16x16 chunks of terrain. Every era's reader fills the same struct adt_tile;
 * nothing behind this header knows which client wrote the file.
 */
#ifndef FORMATS_ADT_H
#define FORMATS_ADT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"

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
    ADT_CHUNK_MAPS_FIXED = 0x8000, /* alpha and shadow maps have 64x64 valid texels, not 63x63 */
    ADT_CHUNK_HOLES_64 = 0x10000,
};

/* MCLY flags. */
enum adt_layer_flag {
    ADT_LAYER_ALPHA = 0x100,
    ADT_LAYER_COMPRESSED = 0x200,
};

/* Depth of the alpha maps: known from the WDT, or to be found from the sizes in the file. */
enum adt_alpha_depth { ADT_ALPHA_INFER, ADT_ALPHA_4BIT, ADT_ALPHA_8BIT };

struct adt_layer {
    uint32_t texture;     /* index into adt_tile.textures, always valid */
    uint32_t flags;       /* MCLY, enum adt_layer_flag and others */
    const uint8_t *alpha; /* ADT_MAP_TEXELS values 0..255, rows from the north; NULL: all 0 */
};

struct adt_chunk {
    bool present; /* false: the file has no usable terrain here */
    bool has_colors;
    uint32_t flags; /* MCNK */
    uint32_t area_id;
    float position[3];              /* north-west corner: X north, Y west, Z up; as written */
    float height_yd[ADT_VERTICES];  /* absolute, finite */
    int8_t normal[ADT_VERTICES][3]; /* X north, Y west, Z up; 127 = 1 */
    uint8_t color[ADT_VERTICES][4]; /* red, green, blue, unused; 127 = 1; if has_colors */
    uint64_t holes;                 /* bit 8 * row + column of a quad: not drawn */
    const uint64_t *shadow;         /* 64 rows, bit = column, 1 = shadow; NULL: none */
    uint32_t layer_count;           /* 0..ADT_LAYERS_MAX; layer 0 lies at the bottom */
    struct adt_layer layers[ADT_LAYERS_MAX];
    uint32_t doodad_ref_count; /* MCRF: first indices into MDDF, then into MODF */
    uint32_t object_ref_count;
    const uint8_t *refs; /* (doodad + object) little-endian u32; NULL: none */
};

struct adt_tile {
    struct adt_chunk chunks[ADT_CHUNKS]; /* index 16 * row + column */
    uint32_t chunk_count;                /* how many are present */
    uint32_t texture_count;
    const char *const *textures;      /* MTEX names as written, in `arena` */
    enum adt_alpha_depth alpha_depth; /* as used: 4 or 8 bits, never ADT_ALPHA_INFER */
};

/*
 * Reads a monolithic ADT (vanilla to Wrath) by the offsets of its headers, or by walking its
 * chunks where an offset is zero or wrong. Everything of *tile lives in `arena` or borrows `data`.
 * Fails with ADTMAP_BAD_DATA when not one chunk of terrain can be read; lesser damage is a warning.
 */
enum adtmap_status adt_read(const uint8_t *data, size_t size, enum adt_alpha_depth depth,
                            struct arena *arena, const struct diag *diag, struct adt_tile **tile);

/*
 * The tile's column and row: the tile of the grid that the positions of most chunks name; false
 * when they name none.
 */
bool adt_tile_place(const struct adt_tile *tile, uint32_t *x, uint32_t *y);

#endif
