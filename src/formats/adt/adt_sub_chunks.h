/*
 * What the sub-chunks of an MCNK hold, as all eras write it (ADT/v18 document): from a sub-chunk's
 * bytes to the fields of struct adt_chunk. Where the bytes are is each era's business. The offset
 * of a sub-chunk counts in its file, for messages.
 */
#ifndef FORMATS_ADT_ADT_SUB_CHUNKS_H
#define FORMATS_ADT_ADT_SUB_CHUNKS_H

#include "formats/adt/adt.h"
#include "formats/adt/mcal.h"
#include "formats/chunk.h"
#include "formats/warning_dedup.h"

enum {
    MCVT_BYTES = ADT_VERTICES * 4,
    MCNR_BYTES = ADT_VERTICES * 3,
    MCNR_PADDED_BYTES = 448,
    MCCV_BYTES = ADT_VERTICES * 4,
};

/* What all chunks of a tile share while they are read. */
struct adt_context {
    unsigned contents;          /* enum adt_content: what is wanted */
    enum adt_alpha_depth depth; /* never ADT_ALPHA_INFER where alpha maps are read */
    uint32_t texture_count;
    enum adtmap_edge edge;
    struct adt_chunk_area left_out;
    unsigned map_shift; /* alpha maps have 64 >> map_shift texels on an edge (MAMP) */
    struct arena *arena;
    struct warning_dedup *dedup; /* for warnings */
    struct adt_liquid_list *liquids;
};

/* Layers of liquid as they are found, with room for all that the tile can have. */
struct adt_liquid_list {
    uint32_t count;
    struct liquid_layer *layers;
    uint32_t unknown_formats; /* see struct liquid_layers */
};

/* A chunk at the start: nothing but level normals. */
void adt_chunk_begin(uint32_t flags, struct adt_chunk *chunk);

/* Holes of 4x4 bits, each 2x2 quads, as 8x8 bits. */
uint64_t adt_holes_from_16(uint32_t coarse);

/* MCVT of MCVT_BYTES or more, rows of 9 and 8 in turn; heights count from `base_yd`. */
void adt_read_heights(const struct adt_context *context, const struct chunk *sub, float base_yd,
                      struct adt_chunk *chunk);

/* MCNR of MCNR_BYTES or more, in the order of MCVT. */
void adt_read_normals(const struct chunk *sub, struct adt_chunk *chunk);

/* MCCV and MCLV of MCCV_BYTES or more. */
void adt_read_colors(const struct chunk *sub, struct adt_chunk *chunk);
void adt_read_lights(const struct chunk *sub, struct adt_chunk *chunk);

/* How the edges of a chunk's maps are to be read: as asked for, else by its flags. */
enum mcal_edge adt_map_edge(const struct adt_context *context, uint32_t chunk_flags);

/* MCSH of MCSH_BYTES or more, if chunk->flags say that it counts. False: out of memory. */
bool adt_read_shadow(const struct adt_context *context, const struct chunk *sub,
                     struct adt_chunk *chunk);

/*
 * Puts a chunk into the place `index` of the tile, or into that of its ordinal in the file where it
 * is taken; left out, after a warning, when that one is taken, too. Returns the index of the place,
 * ADT_CHUNKS for none.
 */
uint32_t adt_place_chunk(struct adt_tile *tile, const struct adt_chunk *chunk, uint32_t index,
                         uint32_t ordinal, int64_t offset, struct warning_dedup *dedup);

#endif
