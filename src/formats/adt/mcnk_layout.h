/*
 * Where things are inside one MCNK: its extent, the fields of its header, and its sub-chunks, found
 * by the offsets of the header or, where those are wrong, by walking once (ADT/v18 document, "MCNK
 * chunk"; specs agree that sizes of MCNR, MCAL and MCLQ are not to be trusted).
 */
#ifndef FORMATS_ADT_MCNK_LAYOUT_H
#define FORMATS_ADT_MCNK_LAYOUT_H

#include "base/reader.h"
#include "formats/chunk.h"
#include "formats/warning_dedup.h"

enum {
    MCNK_HEADER_BYTES = 128,
    MCNK_SUB_CHUNKS_BEGIN = CHUNK_HEADER_BYTES + MCNK_HEADER_BYTES,
};

/* Fields of the header, by their position in it. */
enum mcnk_field {
    MCNK_FLAGS = 0x00,
    MCNK_COLUMN = 0x04,
    MCNK_ROW = 0x08,
    MCNK_LAYER_COUNT = 0x0C,
    MCNK_DOODAD_REFS = 0x10,
    MCNK_AT_HEIGHT = 0x14, /* with flag 0x10000: 8 bytes of holes instead of two offsets */
    MCNK_AT_NORMAL = 0x18,
    MCNK_AT_LAYER = 0x1C,
    MCNK_AT_REFS = 0x20,
    MCNK_AT_ALPHA = 0x24,
    MCNK_ALPHA_BYTES = 0x28, /* MCAL with its header */
    MCNK_AT_SHADOW = 0x2C,
    MCNK_AREA = 0x34,
    MCNK_OBJECT_REFS = 0x38,
    MCNK_HOLES = 0x3C,
    MCNK_AT_SOUNDS = 0x58,
    MCNK_AT_LIQUID = 0x60,
    MCNK_LIQUID_BYTES = 0x64, /* MCLQ with its header */
    MCNK_POSITION = 0x68,
    MCNK_AT_COLORS = 0x74,
    MCNK_AT_LIGHTS = 0x78,
};

/* Kinds of sub-chunks. */
enum mcnk_sub_chunk {
    MCNK_MCVT,
    MCNK_MCNR,
    MCNK_MCLY,
    MCNK_MCRF,
    MCNK_MCSH,
    MCNK_MCAL,
    MCNK_MCCV,
    MCNK_MCLQ,
    MCNK_MCLV,
    MCNK_SUB_CHUNKS,
};

/* Where an MCNK stands in its file. */
struct mcnk_place {
    size_t offset; /* of its FourCC */
    size_t size;   /* that somebody else says it has, header included: MCIN; 0 if nobody does */
    size_t limit;  /* offset that it cannot reach beyond: the next MCNK, or the file's end */
};

/* One MCNK and where its sub-chunks are. */
struct mcnk_layout {
    struct reader bytes; /* from the FourCC to the end; the header's offsets count from here */
    size_t offset;       /* of `bytes` in the file */
    bool walked;
    bool found[MCNK_SUB_CHUNKS];              /* by walking */
    struct chunk sub_chunks[MCNK_SUB_CHUNKS]; /* those that were found */
};

/*
 * Opens the MCNK at `place`. Its extent is the larger of its own size and MCIN's, as far as they
 * lead to another chunk or to the limit; all up to the limit, with a warning, if neither does.
 * False, after a warning, when there is no MCNK or the limit leaves no room for a header.
 */
bool mcnk_open(const struct reader *file, const struct mcnk_place *place,
               struct warning_dedup *dedup, struct mcnk_layout *mcnk);

/* The chunk's index in the tile by its header, or `ordinal` where the header names no place. */
uint32_t mcnk_index(const struct mcnk_layout *mcnk, uint32_t ordinal);

uint32_t mcnk_u32(const struct mcnk_layout *mcnk, enum mcnk_field field);
float mcnk_f32(const struct mcnk_layout *mcnk, size_t field);

/*
 * Finds a sub-chunk; false when there is none. Its size is the one of its own field or the one that
 * its kind or the header asks for, whichever leads to another chunk or to the end of the MCNK;
 * *overruled tells that the own field was overruled (never for MCNR, MCAL and MCLQ, where it often
 * is).
 */
bool mcnk_find(struct mcnk_layout *mcnk, enum mcnk_sub_chunk sub, struct chunk *chunk,
               bool *overruled);

/*
 * How far alpha maps may reach, counted from the start of MCAL's data: to the next thing that the
 * header places, or the end of the MCNK.
 */
size_t mcnk_alpha_room(const struct mcnk_layout *mcnk, const struct chunk *mcal);

#endif
